"""Staff have no say about the people with whom they sit in a running game, nor about themselves."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry
from accounts.suspending import suspend
from games.models import Game, Guest, Level, Notice, NoticeKind, NoticeState, Player
from games.services.resign import resign
from tests.games.factories import make_game, make_member, make_user
from tests.games.rows import make_invitation, make_notice

pytestmark = pytest.mark.django_db

REASON = "He is about to win, which I do not like."
WORDS = "Somebody else on the staff must do this."
OF_PEOPLE = ("suspend", "sign_out", "close")


@pytest.fixture
def warden() -> Any:
    return make_user(name="Warden", is_staff=True, is_superuser=True)


@pytest.fixture
def desk(client: Client, warden: Any) -> Client:
    client.force_login(warden)
    return client


@pytest.fixture
def opponent() -> Any:
    karim = make_user(name="Karim")
    EmailAddress.objects.create(user=karim, email=karim.email, verified=True, primary=True)
    return karim


@pytest.fixture
def own(warden: Any, opponent: Any) -> Game:
    return make_game(Player(user_id=warden.pk), Player(user_id=opponent.pk))


def act_page(row: Any, name: str) -> str:
    app, model = row._meta.app_label, row._meta.model_name
    return reverse(f"admin:{app}_{model}_act", args=[row.pk, name])


def page_of(row: Any) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def try_all(desk: Client, row: Any, name: str) -> set[tuple[int, bool]]:
    """Look at the form, preview and confirm."""
    answers = [desk.get(act_page(row, name))]
    for step in ("preview", "do"):
        fields = {"reason": REASON, "step": step, "seen": "x", "winner": "0"}
        answers.append(desk.post(act_page(row, name), fields))
    return {(answer.status_code, WORDS in answer.content.decode()) for answer in answers}


REFUSED = {(409, True)}


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_act_on_ones_opponent_is_refused_in_words(
    desk: Client, own: Game, opponent: Any, name: str
) -> None:
    assert try_all(desk, opponent, name) == REFUSED
    own.refresh_from_db()
    opponent.refresh_from_db()
    assert (own.is_running, own.is_held, opponent.is_active) == (True, False, True)


def test_suspended_opponent_is_not_restored(desk: Client, own: Game, opponent: Any) -> None:
    suspend(opponent)
    assert try_all(desk, opponent, "restore") == REFUSED


@pytest.mark.usefixtures("own")
def test_refused_act_is_in_the_audit_log(desk: Client, warden: Any, opponent: Any) -> None:
    desk.post(act_page(opponent, "close"), {"reason": REASON, "step": "do"})
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.after) == (
        warden,
        "act.refused",
        {"act": "close"},
    )
    assert entry.object_key == str(opponent.pk)


@pytest.mark.usefixtures("own")
def test_page_of_ones_opponent_has_no_buttons_and_says_why(desk: Client, opponent: Any) -> None:
    page = desk.get(page_of(opponent)).content.decode()
    assert WORDS in page
    assert "/acts/" not in page


@pytest.mark.usefixtures("own")
def test_ones_opponent_is_not_changed_by_the_form(desk: Client, opponent: Any) -> None:
    fields = {"name": "Loser", "language": "en", "time_zone": "UTC"}
    assert desk.post(page_of(opponent), fields).status_code == 403
    opponent.refresh_from_db()
    assert opponent.name == "Karim"


def test_opponent_of_a_finished_game_is_like_anybody(
    desk: Client, own: Game, opponent: Any
) -> None:
    resign(game_id=own.pk, seat=0, version=own.version)
    assert desk.get(act_page(opponent, "suspend")).status_code == 200
    assert act_page(opponent, "suspend") in desk.get(page_of(opponent)).content.decode()


def test_opponent_of_a_guest_that_one_has_claimed_is_ones_own(
    desk: Client, warden: Any, opponent: Any
) -> None:
    guest = Guest.objects.create(claimed_by=warden)
    make_game(Player(guest_id=guest.pk), Player(user_id=opponent.pk))
    assert try_all(desk, opponent, "close") == REFUSED


def test_person_whose_guest_plays_with_one_is_ones_opponent(
    desk: Client, warden: Any, opponent: Any
) -> None:
    guest = Guest.objects.create(claimed_by=opponent)
    make_game(Player(guest_id=guest.pk), Player(user_id=warden.pk))
    assert try_all(desk, opponent, "close") == REFUSED


def test_who_plays_the_computer_has_no_opponent(desk: Client, warden: Any, opponent: Any) -> None:
    for player in (warden, opponent):
        make_game(Player(user_id=player.pk), Level.REGULAR)
    assert desk.get(act_page(opponent, "suspend")).status_code == 200


@pytest.mark.parametrize("name", OF_PEOPLE)
def test_act_on_oneself_is_refused_in_words(desk: Client, warden: Any, name: str) -> None:
    assert try_all(desk, warden, name) == REFUSED


def test_game_begun_after_the_preview_stops_the_act(
    desk: Client, warden: Any, opponent: Any
) -> None:
    address, fields = act_page(opponent, "sign_out"), {"reason": REASON, "step": "preview"}
    seen = desk.post(address, fields).context["seen"]
    make_game(Player(user_id=warden.pk), Player(user_id=opponent.pk))
    answer = desk.post(address, {**fields, "step": "do", "seen": seen})
    assert (answer.status_code, WORDS in answer.content.decode()) == (409, True)


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("name", ["abort", "adjudicate", "hold"])
def test_act_on_another_game_of_ones_opponent_is_refused(
    desk: Client, opponent: Any, name: str
) -> None:
    game = make_game(Player(user_id=opponent.pk), make_member())
    assert try_all(desk, game, name) == REFUSED


@pytest.mark.usefixtures("own")
@pytest.mark.parametrize("name", ["resend", "skip"])
def test_act_on_a_mail_to_ones_opponent_is_refused(desk: Client, opponent: Any, name: str) -> None:
    """About another game: a turn mail lists all that wait, and silences the next."""
    game = make_game(Player(user_id=opponent.pk), make_member())
    notice = make_notice(NoticeKind.TURN, game=game, user=opponent)
    assert try_all(desk, notice, name) == REFUSED


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_act_on_a_mail_to_a_guest_with_whom_one_plays_is_refused(
    desk: Client, warden: Any, name: str
) -> None:
    guest = Guest.objects.create(email="g@example.com")
    make_game(Player(guest_id=guest.pk), Player(user_id=warden.pk))
    other = make_game(Player(guest_id=guest.pk), make_member())
    notice = make_notice(NoticeKind.TURN, game=other, guest=guest)
    assert try_all(desk, notice, name) == REFUSED


@pytest.mark.parametrize("name", ["resend", "skip"])
@pytest.mark.parametrize("side", ["inviter_user", "invitee_user"])
def test_act_on_a_mail_about_ones_own_invitation_is_refused(
    desk: Client, warden: Any, side: str, name: str
) -> None:
    sides = {"inviter_user": make_user(), "invitee_user": make_user(), side: warden}
    notice = make_notice(NoticeKind.INVITED, invitation=make_invitation(kind="named", **sides))
    assert try_all(desk, notice, name) == REFUSED


def test_act_on_a_mail_to_oneself_is_refused(desk: Client, warden: Any) -> None:
    notice = make_notice(NoticeKind.INVITED, user=warden, invitation=make_invitation())
    assert try_all(desk, notice, "skip") == REFUSED


@pytest.mark.usefixtures("own")
def test_mails_and_games_of_others_are_acted_on(desk: Client) -> None:
    game = make_game()
    notice = make_notice(NoticeKind.TURN, game=game)
    assert desk.get(act_page(game, "hold")).status_code == 200
    assert desk.get(act_page(notice, "skip")).status_code == 200
    assert Notice.objects.get(pk=notice.pk).state == NoticeState.PENDING
    assert not AuditEntry.objects.exists()
