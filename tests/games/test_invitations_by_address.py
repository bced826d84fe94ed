"""Inviting an address: whoever reads the mail may sit down, and nobody learns whose it is."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.test import Client

from accounts.closing import close_account
from games import clock, queries
from games.mail.delivery import deliver
from games.mail.refuse_links import make_refuse_token
from games.models import (
    AddressStop,
    AddressStopReason,
    Invitation,
    InvitationState,
    Notice,
    NoticeReason,
    Player,
)
from games.services import invitation_limits
from games.services.address_stops import is_stopped, stop_address
from games.services.answers import accept, decline, expire_due, withdraw
from games.services.blocks import block
from games.services.errors import (
    InvitedLately,
    InviterGone,
    NoProvenAddress,
    NotInvited,
    OwnInvitation,
    TooManyAddresses,
)
from tests.games.factories import make_guest, make_member, make_user
from tests.games.invited import key_of, make_named, make_to_address
from tests.games.letters import address_of, make_reader
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

STRANGER = "stranger@example.com"
A_WEEK = timedelta(days=7, seconds=1)
OVER = ["accept", "decline", "withdraw", "expire"]


@pytest.fixture
def karim() -> Player:
    return make_reader(name="Karim")


@pytest.fixture
def salma() -> Player:
    return make_reader(name="Salma")


@pytest.fixture(autouse=True)
def no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.dispatch._send", lambda *args, **options: None)


def page_of(client: Client, invitation: Invitation) -> str:
    return client.get(invitation.get_absolute_url()).content.decode()


def later(by: timedelta) -> Any:
    return clock.stopped_at(clock.now() + by)


def test_stranger_is_written_to_with_the_link(karim: Player) -> None:
    offer = make_to_address(karim, STRANGER)
    deliver(Notice.objects.get().pk)
    [letter] = mail.outbox
    assert letter.to == [STRANGER]
    assert offer.get_absolute_url() in letter.body
    assert "Karim" in letter.body
    assert "Karim" not in letter.subject


def test_mail_to_a_stranger_says_how_to_have_no_more(karim: Player) -> None:
    make_to_address(karim, STRANGER)
    deliver(Notice.objects.get().pk)
    path = f"/mail/refuse/{make_refuse_token(STRANGER)}/"
    assert path in mail.outbox[0].body
    assert path in mail.outbox[0].extra_headers["List-Unsubscribe"]


def test_member_finds_it_in_the_list(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma).upper())
    assert queries.list_invitations_of(salma).received == (offer,)
    assert Notice.objects.get().user_id == salma.user_id


def test_unproven_address_is_a_strangers(karim: Player) -> None:
    unproven = make_member()
    make_to_address(karim, address_of(unproven))
    assert queries.list_invitations_of(unproven).received == ()
    assert Notice.objects.get().user_id is None


def test_whoever_holds_the_link_accepts(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma))
    assert accept(offer.token, make_guest()).seats.count() == 2


def test_guest_does_not_decline_for_others(karim: Player) -> None:
    offer = make_to_address(karim, STRANGER)
    with pytest.raises(NotInvited):
        decline(offer.token, make_guest())


def end(offer: Invitation, how: str, karim: Player, salma: Player) -> None:
    if how == "accept":
        accept(offer.token, salma)
    elif how == "decline":
        decline(offer.token, salma)
    elif how == "withdraw":
        withdraw(offer.token, karim)
    else:
        Invitation.objects.update(expires_at=clock.now())
        expire_due()


@pytest.mark.parametrize("how", OVER)
def test_address_is_erased_at_the_end(karim: Player, salma: Player, how: str) -> None:
    offer = make_to_address(karim, STRANGER)
    deliver(Notice.objects.get().pk)
    end(offer, how, karim, salma)
    offer.refresh_from_db()
    assert offer.address == ""
    assert not Notice.objects.exclude(address="").filter(user=None).exists()


# --- who may, and how often --------------------------------------------------------------------


def test_who_has_proven_no_address_writes_to_nobody() -> None:
    with pytest.raises(NoProvenAddress):
        make_to_address(make_member(), STRANGER)


def test_address_that_is_not_proven_lets_nobody_write() -> None:
    user = make_user()
    user.emailaddress_set.create(email=user.email, verified=False, primary=True)
    with pytest.raises(NoProvenAddress):
        make_to_address(Player(user_id=user.pk), STRANGER)


def test_own_address_is_refused(karim: Player) -> None:
    with pytest.raises(OwnInvitation):
        make_to_address(karim, address_of(karim))


def test_ten_addresses_a_day(karim: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    assert invitation_limits.MOST_ADDRESSES_A_DAY == 10
    monkeypatch.setattr(invitation_limits, "MOST_ADDRESSES_A_DAY", 2)
    for number in range(2):
        make_to_address(karim, f"{number}@example.com")
    with pytest.raises(TooManyAddresses):
        make_to_address(karim, STRANGER)
    with later(timedelta(hours=23, minutes=59)), pytest.raises(TooManyAddresses):
        make_to_address(karim, STRANGER)
    with later(timedelta(hours=24, seconds=1)):
        make_to_address(karim, STRANGER)


@pytest.mark.parametrize("address", [STRANGER, STRANGER.upper(), f" {STRANGER} "])
def test_address_is_written_to_once_a_week_whoever_writes(
    karim: Player, salma: Player, address: str
) -> None:
    offer = make_to_address(karim, STRANGER)
    withdraw(offer.token, karim)
    with pytest.raises(InvitedLately):
        make_to_address(salma, address)


def test_address_is_not_written_to_again_before_the_week_is_over(
    karim: Player, salma: Player
) -> None:
    make_to_address(karim, STRANGER)
    with later(A_WEEK - timedelta(minutes=1)), pytest.raises(InvitedLately):
        make_to_address(salma, STRANGER)


def test_address_is_written_to_again_after_a_week(karim: Player, salma: Player) -> None:
    make_to_address(karim, STRANGER)
    with later(A_WEEK):
        make_to_address(salma, STRANGER)
    assert Invitation.objects.count() == 2


# --- nobody learns whose address it is --------------------------------------------------------


@pytest.fixture
def addresses(karim: Player, salma: Player) -> dict[str, str]:
    """One of every sort, each of somebody else."""
    blocker, closed = make_reader(), make_reader()
    block(key_of(blocker), key_of(karim))
    closed_address = address_of(closed)
    close_account(get_user_model().objects.get(pk=closed.user_id))
    stop_address("bounced@example.com", AddressStopReason.BOUNCED, at=clock.now())
    stop_address("asked@example.com", AddressStopReason.ASKED, at=clock.now())
    return {
        "stranger": STRANGER,
        "member": address_of(salma),
        "blocker": address_of(blocker),
        "closed": closed_address,
        "bounced": "bounced@example.com",
        "asked": "asked@example.com",
    }


SORTS = ["stranger", "member", "blocker", "closed", "bounced", "asked"]
ASKED = {
    "who": "address",
    "preset": "basra-2",
    "target": "61",
    "pace": "48",
    "first_floor": "4",
    "floor_specials": "bury",
    "capture_choice": "player",
    "last_card_basra": "yes",
}


def ask(client: Client, address: str) -> str:
    answer = client.post("/new/", {**ASKED, "address": address}, follow=True)
    page = answer.content.decode()
    token = Invitation.objects.latest("pk").token
    return page.replace(address, "ADDRESS").replace(token, "TOKEN")


def without_tokens(page: str) -> list[str]:
    return [line for line in page.splitlines() if "csrf" not in line.lower()]


@pytest.mark.parametrize("sort", SORTS)
def test_answer_is_the_same_for_every_sort_of_address(
    karim: Player, addresses: dict[str, str], sort: str
) -> None:
    client = client_of(karim)
    known = without_tokens(ask(client, "nobody@example.com"))
    assert without_tokens(ask(client, addresses[sort])) == known


@pytest.mark.parametrize("sort", SORTS)
def test_link_opens_for_a_stranger_whatever_the_address(
    karim: Player, addresses: dict[str, str], sort: str
) -> None:
    offer = make_to_address(karim, addresses[sort])
    assert "Play at once as a guest" in page_of(Client(), offer)


@pytest.mark.parametrize("sort", SORTS)
def test_every_sort_of_address_is_a_notice_owed(
    karim: Player, addresses: dict[str, str], sort: str
) -> None:
    Notice.objects.all().delete()
    make_to_address(karim, addresses[sort])
    assert Notice.objects.count() == 1


@pytest.mark.parametrize(
    ("sort", "reason"),
    [
        ("blocker", NoticeReason.BLOCKED),
        ("bounced", NoticeReason.BOUNCED),
        ("asked", NoticeReason.STOPPED),
    ],
)
def test_who_wants_no_mail_gets_none(
    karim: Player, addresses: dict[str, str], sort: str, reason: NoticeReason
) -> None:
    make_to_address(karim, addresses[sort])
    notice = Notice.objects.latest("pk")
    deliver(notice.pk)
    notice.refresh_from_db()
    assert (notice.reason, mail.outbox) == (reason, [])


def test_no_as_an_answer_does_not_tell_whose_address_it_was(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma))
    decline(offer.token, salma)
    assert make_named(karim, salma).invitee == salma


def test_closing_an_account_does_not_tell_either(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma))
    close_account(get_user_model().objects.get(pk=salma.user_id))
    offer.refresh_from_db()
    assert offer.state == InvitationState.OPEN
    assert "We write to" in page_of(client_of(karim), offer)


def test_own_page_shows_the_address_while_it_is_open(karim: Player) -> None:
    offer = make_to_address(karim, STRANGER)
    assert STRANGER in page_of(client_of(karim), offer)
    withdraw(offer.token, karim)
    assert STRANGER not in page_of(client_of(karim), offer)


@pytest.mark.parametrize("of_member", [True, False])
def test_own_list_names_the_address_and_nobody(
    karim: Player, salma: Player, of_member: bool
) -> None:
    address = address_of(salma) if of_member else STRANGER
    make_to_address(karim, address)
    page = client_of(karim).get("/").content.decode()
    assert address in page
    assert "Salma" not in page


def test_nobody_else_is_shown_the_address(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma))
    for client in (Client(), client_of(make_member()), client_of(salma)):
        assert address_of(salma) not in page_of(client, offer)


def test_answer_takes_no_less_than_it_should(
    karim: Player, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []
    settings.JOINING_LASTS = 60
    monkeypatch.setattr("accounts.limits.time.sleep", naps.append)
    ask(client_of(karim), STRANGER)
    assert 0 < max(naps) < 60


def test_blocked_holder_of_the_link_hears_that_it_is_not_open(karim: Player, salma: Player) -> None:
    offer = make_to_address(karim, address_of(salma))
    block(key_of(salma), key_of(karim))
    assert queries.list_invitations_of(salma).received == ()
    assert "It is no longer open." in page_of(client_of(salma), offer)
    with pytest.raises(InviterGone):
        accept(offer.token, salma)


# --- "do not write to this address again" ------------------------------------------------------


def refusal_of(address: str) -> str:
    return f"/mail/refuse/{make_refuse_token(address)}/"


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_refusal_changes_nothing(method: str) -> None:
    answer = getattr(Client(), method)(refusal_of(STRANGER))
    assert answer.status_code == 200
    assert not AddressStop.objects.exists()


def test_refusal_is_kept_without_account_cookie_or_address(karim: Player) -> None:
    answer = Client(enforce_csrf_checks=True).post(refusal_of(STRANGER))
    assert (answer.status_code, answer.cookies) == (200, {})
    assert STRANGER not in str(list(AddressStop.objects.values()))
    make_to_address(karim, STRANGER)
    deliver(Notice.objects.get().pk)
    assert mail.outbox == []


def test_refusal_can_be_taken_back(karim: Player) -> None:
    Client().post(refusal_of(STRANGER))
    answer = Client().post(refusal_of(STRANGER), {"do": "start"})
    assert "btn--brass" not in answer.content.decode()
    make_to_address(karim, STRANGER)
    deliver(Notice.objects.get().pk)
    assert len(mail.outbox) == 1


def test_refused_twice_is_as_once() -> None:
    for _ in range(2):
        Client().post(refusal_of(STRANGER))
    assert AddressStop.objects.get().reason == AddressStopReason.ASKED


@pytest.mark.parametrize("token", ["x", "0" * 64 + ".x", make_refuse_token(STRANGER)[:-1] + "_"])
def test_refusal_that_we_have_not_made_is_none(token: str) -> None:
    assert Client().post(f"/mail/refuse/{token}/").status_code == 404
    assert not AddressStop.objects.exists()


# --- other spellings of an address ---------------------------------------------------------------

SPELT = ['"stranger"@example.com', r'"str\anger"@EXAMPLE.com', "stranger+1@example.com"]


@pytest.mark.parametrize("spelt", SPELT)
def test_other_spelling_of_an_address_walks_past_no_refusal(karim: Player, spelt: str) -> None:
    Client().post(refusal_of(STRANGER))
    make_to_address(karim, spelt)
    deliver(Notice.objects.get().pk)
    assert mail.outbox == []


@pytest.mark.parametrize("spelt", SPELT)
def test_refusal_in_a_mail_to_another_spelling_is_of_the_mailbox(spelt: str) -> None:
    Client().post(refusal_of(spelt))
    assert is_stopped(STRANGER, AddressStopReason.ASKED)


@pytest.mark.parametrize("spelt", SPELT)
def test_other_spelling_of_an_address_is_invited_no_sooner(
    karim: Player, salma: Player, spelt: str
) -> None:
    make_to_address(karim, STRANGER)
    with pytest.raises(InvitedLately):
        make_to_address(salma, spelt)


def test_other_spelling_of_a_member_meets_their_block(karim: Player, salma: Player) -> None:
    block(key_of(salma), key_of(karim))
    local, _, domain = address_of(salma).partition("@")
    make_to_address(karim, f'"{local}"@{domain.upper()}')
    deliver(Notice.objects.get().pk)
    assert (Notice.objects.get().user_id, mail.outbox) == (salma.user_id, [])


def test_address_is_kept_in_one_spelling(karim: Player) -> None:
    assert make_to_address(karim, SPELT[1]).address == STRANGER
