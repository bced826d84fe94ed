"""After a long failure of the mail server: all that was given up since then, sent again at once."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry, User
from games import clock
from games.admin import sweep_acts
from games.models import Notice, NoticeKind, NoticeReason, NoticeState, Player, Sweep
from games.services.resign import resign
from tests.games.factories import make_game, make_user
from tests.games.letters import make_reader, start_game
from tests.games.rows import make_notice

pytestmark = pytest.mark.django_db

REASON = "The mail server was away all night."
DAY = timedelta(days=1)


@pytest.fixture
def warden() -> Any:
    person = make_user(name="Warden")
    call_command("promote", person.email, role="operator", stdout=StringIO())
    return User.objects.get(pk=person.pk)


@pytest.fixture
def desk(client: Client, warden: Any) -> Client:
    Sweep.record("notices")
    Sweep.record("housekeeping")
    client.force_login(warden)
    return client


def park(*players: Player, ago: timedelta = DAY, **columns: Any) -> Notice:
    """The turn of somebody whose address is proven, given up after five tries."""
    game = start_game(*(players or (make_reader(), make_reader())))
    Notice.objects.filter(game=game).delete()
    return make_notice(
        NoticeKind.TURN,
        game=game,
        seq=game.version,
        user=game.seats.get(index=0).user,
        state=NoticeState.PARKED,
        attempts=5,
        **{"reason": NoticeReason.TIRED, "done_at": clock.now() - ago, **columns},
    )


def address(sweep: str = "notices") -> str:
    key = Sweep.objects.get(name=sweep).pk
    return reverse("admin:games_sweep_act", args=[key, "resend_parked"])


def preview(desk: Client, **fields: Any) -> Any:
    return desk.post(address(), make_fields(**fields) | {"step": "preview"})


def confirm(desk: Client, **fields: Any) -> Any:
    seen = preview(desk, **fields).context["seen"]
    return desk.post(address(), make_fields(**fields) | {"step": "do", "seen": seen})


def make_fields(**fields: Any) -> dict[str, Any]:
    since = (clock.now() - 3 * DAY).date().isoformat()
    return {"reason": REASON, "since": since, "given_up": NoticeReason.TIRED, **fields}


def state_of(notice: Notice) -> str:
    notice.refresh_from_db()
    return notice.state


def test_all_that_was_given_up_is_owed_anew(desk: Client) -> None:
    notices = [park(), park(), park()]
    assert confirm(desk).status_code == 302
    assert {state_of(notice) for notice in notices} == {NoticeState.PENDING}


def test_preview_says_how_many_and_does_nothing(desk: Client) -> None:
    notices = [park(), park()]
    said = preview(desk).context["sentences"]
    assert said[0] == "2 mails go out at once. They tell how things are now."
    assert {state_of(notice) for notice in notices} == {NoticeState.PARKED}
    assert not AuditEntry.objects.exists()


def test_several_turns_of_one_person_are_foreseen_as_one_mail(desk: Client) -> None:
    salma = make_reader()
    for _ in range(2):
        park(salma, make_reader())
    said = preview(desk).context["sentences"]
    assert "Whoever has several turns to play gets one mail about them all." in said


def test_what_was_given_up_before_stays(desk: Client) -> None:
    park()
    before = park(ago=9 * DAY)
    confirm(desk)
    assert state_of(before) == NoticeState.PARKED


@pytest.mark.parametrize("reason", [NoticeReason.REFUSED, NoticeReason.UNKNOWN])
def test_what_was_given_up_for_another_reason_stays(desk: Client, reason: str) -> None:
    park()
    other = park(reason=reason)
    confirm(desk)
    assert state_of(other) == NoticeState.PARKED
    confirm(desk, given_up=reason)
    assert state_of(other) == NoticeState.PENDING


def test_mail_that_may_have_arrived_is_foreseen_as_twice(desk: Client) -> None:
    park(reason=NoticeReason.UNKNOWN)
    said = preview(desk, given_up=NoticeReason.UNKNOWN).context["sentences"]
    assert "What has arrived after all arrives twice." in said


def test_what_nobody_needs_any_more_is_skipped(desk: Client) -> None:
    park()
    over = park()
    assert over.game is not None
    resign(game_id=over.game.pk, seat=0, version=over.game.version)
    said = preview(desk).context["sentences"]
    confirm(desk)
    assert "1 mail is needed by nobody any more: it counts as skipped." in said
    assert (state_of(over), over.reason) == (NoticeState.SKIPPED, NoticeReason.GAME_OVER)


def test_oldest_come_first_and_the_rest_is_said(
    desk: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sweep_acts, "MOST_AT_ONCE", 2)
    notices = [park(ago=DAY * hours / 24) for hours in (3, 2, 1)]
    said = preview(desk).context["sentences"]
    confirm(desk)
    assert "There are more: do it once more for the rest." in said
    assert [state_of(notice) for notice in notices] == ["pending", "pending", "parked"]


def test_each_mail_and_the_whole_are_in_the_audit_log(desk: Client, warden: Any) -> None:
    notice = park()
    confirm(desk)
    rows = AuditEntry.objects.order_by("pk").values_list("actor", "act", "object_key", "reason")
    assert list(rows) == [
        (warden.pk, "notice.resend", str(notice.pk), REASON),
        (warden.pk, "sweep.resend_parked", str(Sweep.objects.get(name="notices").pk), REASON),
    ]


def test_one_more_since_the_preview_shows_a_new_one(desk: Client) -> None:
    notice = park()
    seen = preview(desk).context["seen"]
    park()
    answer = desk.post(address(), make_fields(step="do", seen=seen))
    assert b"Something has changed since you looked" in answer.content
    assert state_of(notice) == NoticeState.PARKED


def test_mails_of_own_games_and_companions_stay(desk: Client, warden: Any) -> None:
    companion = make_reader()
    make_game(Player(user_id=warden.pk), companion)
    of_own = park(make_reader(), Player(user_id=warden.pk))
    to_companion = park(companion, make_reader())
    park()
    confirm(desk)
    assert {state_of(of_own), state_of(to_companion)} == {NoticeState.PARKED}


def test_nothing_to_send_is_refused_in_words(desk: Client) -> None:
    park(ago=9 * DAY)
    Notice.objects.exclude(state=NoticeState.PARKED).delete()
    assert preview(desk).context["sentences"] == ["Nothing is sent: no such mail was given up."]
    answer = confirm(desk)
    assert (answer.status_code, AuditEntry.objects.count()) == (409, 0)


def test_act_is_possible_only_where_something_is_parked(desk: Client) -> None:
    assert desk.get(address()).status_code == 409


def test_other_sweeps_send_no_mail(desk: Client) -> None:
    park()
    assert desk.get(address("housekeeping")).status_code == 409
    page = reverse("admin:games_sweep_change", args=[Sweep.objects.get(name="housekeeping").pk])
    assert "resend_parked" not in desk.get(page).content.decode()


@pytest.mark.parametrize("since", ["", "x", "99999-01-01", "0001-01-01", "9999-12-31"])
def test_any_day_is_answered(desk: Client, since: str) -> None:
    park()
    assert preview(desk, since=since).status_code == 200


@pytest.mark.parametrize(("role", "is_shown"), [("operator", True), ("support", False)])
def test_list_of_mails_leads_there_for_whoever_may(
    desk: Client, warden: Any, role: str, *, is_shown: bool
) -> None:
    warden.groups.set(Group.objects.filter(name=role))
    park()
    page = desk.get(reverse("admin:games_notice_changelist")).content.decode()
    assert (address() in page) is is_shown


def test_list_of_mails_leads_nowhere_where_nothing_was_given_up(desk: Client) -> None:
    page = desk.get(reverse("admin:games_notice_changelist")).content.decode()
    assert address() not in page
