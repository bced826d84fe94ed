"""Addresses at the desk: stopped ones are found by typing them, those of strangers are masked."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import AuditEntry
from games import clock
from games.models import (
    AddressStop,
    AddressStopReason,
    Invitation,
    InvitationKind,
    Notice,
    NoticeKind,
    Player,
)
from games.services.address_stops import is_stopped, lift_address
from tests.games.factories import make_clerk, make_game, make_user
from tests.games.rows import make_address_stop, make_block, make_invitation, make_notice

pytestmark = pytest.mark.django_db

REASON = "She wrote from another address that it works again."
STOPS = "admin:games_addressstop_changelist"
GONE = "gone@example.com"


@pytest.fixture
def clerk() -> Any:
    return make_clerk("support")


@pytest.fixture
def support(client: Client, clerk: Any) -> Client:
    client.force_login(clerk)
    return client


@pytest.fixture
def stop() -> AddressStop:
    make_address_stop("other@example.com")
    return make_address_stop(GONE)


def list_found(client: Client, word: str) -> list[AddressStop]:
    return list(client.get(reverse(STOPS), {"q": word}).context["cl"].result_list)


def act(client: Client, stop: AddressStop, **fields: Any) -> Any:
    page = reverse("admin:games_addressstop_act", args=[stop.pk, "lift"])
    return client.post(page, {"reason": REASON, **fields})


def lift(client: Client, stop: AddressStop) -> Any:
    seen = act(client, stop, step="preview").context["seen"]
    return act(client, stop, step="do", seen=seen)


@pytest.mark.parametrize("word", [GONE, " GONE@Example.com "])
def test_stop_is_found_by_its_whole_address(support: Client, stop: AddressStop, word: str) -> None:
    assert list_found(support, word) == [stop]


def test_proof_of_an_address_is_no_stop(support: Client) -> None:
    lift_address(GONE)
    assert list_found(support, GONE) == []


def test_wish_for_no_invitations_is_found_by_a_tag(support: Client) -> None:
    asked = make_address_stop(GONE, reason=AddressStopReason.ASKED)
    assert list_found(support, "gone+1@example.com") == [asked]


@pytest.mark.parametrize("word", ["gone", "gone@", "@example.com", "%"])
def test_stop_is_not_found_by_part_of_its_address(
    support: Client, stop: AddressStop, word: str
) -> None:
    assert list_found(support, word) == []


def test_stop_is_not_found_by_its_digest(support: Client, stop: AddressStop) -> None:
    assert list_found(support, stop.digest) == []


def test_stop_is_not_searched_by_who_sees_no_addresses(client: Client, stop: AddressStop) -> None:
    client.force_login(make_clerk("operator"))
    assert list_found(client, GONE) in ([], list(AddressStop.objects.order_by("-pk")))
    page = client.get(reverse(STOPS), {"q": GONE}).content.decode()
    assert 'id="searchbar"' not in page


def test_digest_is_shown_nowhere(support: Client, stop: AddressStop) -> None:
    for page in (
        reverse(STOPS),
        reverse("admin:games_addressstop_change", args=[stop.pk]),
    ):
        assert stop.digest not in support.get(page).content.decode()


@pytest.mark.parametrize("reason", AddressStopReason)
def test_lifted_stop_lets_mail_go_and_is_written_down(
    support: Client, clerk: Any, reason: AddressStopReason
) -> None:
    stop = make_address_stop(GONE, reason=reason)
    assert lift(support, stop).status_code == 302
    assert not is_stopped(GONE)
    entry = AuditEntry.objects.get()
    assert (entry.actor, entry.act, entry.reason) == (clerk, "addressstop.lift", REASON)
    assert GONE not in f"{entry.object_name}{entry.before}{entry.after}"


def test_stop_is_lifted_once(support: Client, stop: AddressStop) -> None:
    AddressStop.objects.filter(pk=stop.pk).update(lifted_at=clock.now())
    assert act(support, stop, step="do", seen="x").status_code == 409
    assert not AuditEntry.objects.exists()


def test_other_stops_of_the_address_stay(support: Client, stop: AddressStop) -> None:
    make_address_stop(GONE, reason=AddressStopReason.ASKED)
    lift(support, stop)
    assert is_stopped(GONE, AddressStopReason.ASKED)


def test_nobody_lifts_the_stop_of_their_own_address(support: Client, clerk: Any) -> None:
    own = make_address_stop(clerk.email)
    assert act(support, own, step="preview").status_code == 409
    assert is_stopped(clerk.email)


def test_nobody_lifts_the_stop_of_whom_they_play(support: Client, clerk: Any) -> None:
    karim = make_user(name="Karim")
    make_game(Player(user_id=clerk.pk), Player(user_id=karim.pk))
    theirs = make_address_stop(karim.email)
    assert act(support, theirs, step="preview").status_code == 409


@pytest.fixture
def stranger() -> Invitation:
    return make_invitation(
        kind=InvitationKind.ADDRESS, address="karim@example.com", address_digest="0" * 64
    )


@pytest.fixture
def owed(stranger: Invitation) -> Notice:
    return make_notice(NoticeKind.INVITED, user=None, invitation=stranger)


def test_lists_mask_the_address_of_a_stranger(support: Client, owed: Notice) -> None:
    for model in ("invitation", "notice"):
        page = support.get(reverse(f"admin:games_{model}_changelist")).content.decode()
        assert "k…@example.com" in page
        assert "karim@" not in page


def test_page_of_an_invitation_tells_its_address_to_who_may_see_addresses(
    support: Client, stranger: Invitation
) -> None:
    page = reverse("admin:games_invitation_change", args=[stranger.pk])
    assert "karim@example.com" in support.get(page).content.decode()


def test_page_of_a_mail_to_nobody_here_opens(support: Client, owed: Notice) -> None:
    page = reverse("admin:games_notice_change", args=[owed.pk])
    assert support.get(page).status_code == 200


def test_staff_are_not_told_who_blocks_them(support: Client, clerk: Any) -> None:
    make_block(blocked=clerk)
    other = make_block()
    listed = support.get(reverse("admin:games_block_changelist"))
    assert list(listed.context["cl"].result_list) == [other]
