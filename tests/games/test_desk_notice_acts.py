"""What staff do about mails: send again what is still owed, or never send it."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry
from games.models import Game, Notice, NoticeKind, NoticeReason, NoticeState, Player
from games.services.resign import resign
from tests.games.factories import make_clerk, make_game, make_user, rig
from tests.games.rows import make_notice

pytestmark = pytest.mark.django_db

REASON = "She wrote that nothing arrived."


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(name="Warden", is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def game() -> Game:
    """Salma leads, and her address is proven."""
    salma = make_user(name="Salma", email="salma@example.com")
    EmailAddress.objects.create(user=salma, email=salma.email, verified=True, primary=True)
    return rig(make_game(Player(user_id=salma.pk), Player(user_id=make_user().pk)), dealer=1)


@pytest.fixture
def notice(game: Game) -> Notice:
    """Her turn, given up after five tries."""
    Notice.objects.all().delete()
    return make_notice(
        NoticeKind.TURN,
        game=game,
        seq=game.version,
        user=game.seats.get(index=0).user,
        state=NoticeState.PARKED,
        reason=NoticeReason.TIRED,
        attempts=5,
    )


def address(notice: Notice, name: str) -> str:
    return reverse("admin:games_notice_act", args=[notice.pk, name])


def preview(client: Client, notice: Notice, name: str) -> Any:
    return client.post(address(notice, name), {"reason": REASON, "step": "preview"})


def confirm(client: Client, notice: Notice, name: str) -> Any:
    seen = preview(client, notice, name).context["seen"]
    fields = {"reason": REASON, "step": "do", "seen": seen}
    answer = client.post(address(notice, name), fields)
    notice.refresh_from_db()
    return answer


def owe(notice: Notice, **columns: Any) -> None:
    """As it was before it was given up."""
    columns = {"state": NoticeState.PENDING, **columns}
    Notice.objects.filter(pk=notice.pk).update(
        reason="", due_at=notice.created_at, done_at=None, **columns
    )
    notice.refresh_from_db()


def test_resend_owes_a_parked_mail_anew(staff: Client, notice: Notice) -> None:
    before = notice.message_id
    assert confirm(staff, notice, "resend").status_code == 302
    assert (notice.state, notice.reason, notice.attempts) == (NoticeState.PENDING, "", 0)
    assert notice.due_at is not None
    assert notice.message_id == before


def test_resend_is_foreseen_with_the_address(staff: Client, notice: Notice) -> None:
    said = " ".join(preview(staff, notice, "resend").context["sentences"])
    assert "to salma@example.com" in said


def test_resend_masks_the_address_to_who_may_see_none(client: Client, notice: Notice) -> None:
    client.force_login(make_clerk("operator"))
    said = " ".join(preview(client, notice, "resend").context["sentences"])
    assert "to s…@example.com" in said
    assert "salma@" not in said


def test_resend_of_what_is_no_longer_owed_is_refused(staff: Client, notice: Notice) -> None:
    assert notice.game is not None
    resign(game_id=notice.game.pk, seat=0, version=notice.game.version)
    said = preview(staff, notice, "resend").context["sentences"]
    answer = confirm(staff, notice, "resend")
    assert said == ["Nobody needs this mail any more: the game was over. Nothing is sent."]
    assert answer.status_code == 409
    assert notice.state == NoticeState.PARKED
    assert not AuditEntry.objects.exists()


def test_skip_ends_a_mail_that_is_owed(staff: Client, notice: Notice) -> None:
    owe(notice)
    confirm(staff, notice, "skip")
    assert (notice.state, notice.reason) == (NoticeState.SKIPPED, NoticeReason.BY_STAFF)
    assert notice.due_at is None


def test_skip_of_a_parked_mail_is_not_offered(staff: Client, notice: Notice) -> None:
    page = staff.get(reverse("admin:games_notice_change", args=[notice.pk])).content.decode()
    assert address(notice, "skip") not in page
    assert address(notice, "resend") in page
    assert staff.get(address(notice, "skip")).status_code == 409


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_nothing_is_done_to_a_mail_that_is_being_sent(
    staff: Client, notice: Notice, name: str
) -> None:
    owe(notice, state=NoticeState.CLAIMED)
    answer = preview(staff, notice, name)
    assert answer.status_code == 409
    assert "being sent at this moment" in answer.context["refusal"]


@pytest.mark.parametrize(
    ("state", "reason", "told"),
    [
        (NoticeState.SENT, "", "The mail has gone out already."),
        (NoticeState.SKIPPED, NoticeReason.PLAYED, "any more: had played already."),
        (NoticeState.PARKED, NoticeReason.TIRED, "was given up: tried five times."),
    ],
)
def test_skip_of_what_is_done_says_why_not(
    staff: Client, notice: Notice, state: str, reason: str, told: str
) -> None:
    Notice.objects.filter(pk=notice.pk).update(state=state, reason=reason)
    assert told in preview(staff, notice, "skip").context["refusal"]


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_mail_claimed_after_the_preview_is_left_alone(
    staff: Client, notice: Notice, name: str
) -> None:
    owe(notice)
    seen = preview(staff, notice, name).context["seen"]
    owe(notice, state=NoticeState.CLAIMED)
    answer = staff.post(address(notice, name), {"reason": REASON, "step": "do", "seen": seen})
    notice.refresh_from_db()
    assert (answer.status_code, notice.state) == (409, NoticeState.CLAIMED)


def test_audit_row_of_a_mail(staff: Client, notice: Notice) -> None:
    owe(notice)
    confirm(staff, notice, "skip")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.reason) == ("notice.skip", REASON)
    assert entry.before["state"] == "pending"
    assert (entry.after["state"], entry.after["reason"]) == ("skipped", "staff")
    assert "salma" not in f"{entry.before}{entry.after}"


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_acts_on_mails_need_their_permission(client: Client, notice: Notice, name: str) -> None:
    owe(notice)
    warden = make_user(is_staff=True)
    warden.user_permissions.set(Permission.objects.filter(codename="view_notice"))
    client.force_login(warden)
    assert client.get(address(notice, name)).status_code == 403


@pytest.mark.parametrize("name", ["resend", "skip"])
def test_get_changes_no_mail(staff: Client, notice: Notice, name: str) -> None:
    owe(notice)
    before = list(Notice.objects.values())
    staff.get(address(notice, name))
    staff.head(address(notice, name))
    assert list(Notice.objects.values()) == before
