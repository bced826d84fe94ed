"""Addresses to which nothing is sent any more."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from games import clock
from games.mail.delivery import deliver
from games.models import AddressStop, AddressStopReason, NoticeKind, NoticeReason, NoticeState
from games.services.address_stops import is_stopped, lift_address, make_digest, stop_address
from games.services.invitations import invite_address
from tests.games.letters import TERMS, find_notice, invite, make_reader

pytestmark = pytest.mark.django_db

BOUNCED, COMPLAINED, ASKED = AddressStopReason
ADDRESS = "mona@example.com"
HOUR = timedelta(hours=1)


def stop(reason: AddressStopReason = BOUNCED, *, ago: timedelta = timedelta()) -> None:
    stop_address(ADDRESS, reason, at=timezone.now() - ago)


def test_stopped_address_is_found_however_it_is_written() -> None:
    stop()
    assert is_stopped(" Mona@Example.com")
    assert not is_stopped("mina@example.com")


def test_wish_survives_a_change_of_the_secret_key(settings: Any) -> None:
    stop(ASKED)
    settings.SECRET_KEY = "another"
    assert is_stopped(ADDRESS, ASKED)


def test_digest_hangs_on_a_key(settings: Any) -> None:
    before = make_digest(ADDRESS)
    settings.ADDRESS_SECRET = "another"
    assert make_digest(ADDRESS) != before


@pytest.mark.parametrize(
    "spelt", ['"mona"@example.com', r'"m\ona"@example.com', "MONA@EXAMPLE.COM"]
)
def test_report_of_another_spelling_stops_the_address(spelt: str) -> None:
    stop_address(spelt, BOUNCED, at=timezone.now())
    assert is_stopped(ADDRESS)


def test_report_of_a_domain_in_its_own_script_stops_the_address() -> None:
    stop_address("mona@xn--bcher-kva.example", BOUNCED, at=timezone.now())
    assert is_stopped("mona@b\u00fccher.example")


def test_mail_that_came_back_from_a_tag_says_nothing_of_the_mailbox() -> None:
    stop_address("mona+basra@example.com", BOUNCED, at=timezone.now())
    assert not is_stopped(ADDRESS)


@pytest.mark.parametrize("spelt", ["mona+1@example.com", '"mona+a"@example.com'])
def test_who_wants_no_invitations_wants_none_to_a_tag(spelt: str) -> None:
    stop(ASKED)
    assert is_stopped(spelt, ASKED)


def test_stop_has_a_reason() -> None:
    stop(ASKED)
    assert is_stopped(ADDRESS, ASKED)
    assert not is_stopped(ADDRESS, BOUNCED, COMPLAINED)


def test_address_itself_is_not_kept() -> None:
    stop()
    row = AddressStop.objects.values().get()
    assert ADDRESS not in str(row)
    assert row["digest"] == make_digest(ADDRESS)


def test_stopping_twice_is_as_once() -> None:
    stop(ago=HOUR)
    stop()
    assert AddressStop.objects.count() == 1


def test_lifted_address_is_written_to() -> None:
    stop(ago=HOUR)
    lift_address(ADDRESS)
    assert not is_stopped(ADDRESS)


def test_report_of_before_the_lifting_does_nothing() -> None:
    stop(ago=2 * HOUR)
    lift_address(ADDRESS)
    stop(ago=HOUR)
    assert not is_stopped(ADDRESS)


@pytest.mark.parametrize("reason", [BOUNCED, COMPLAINED])
def test_report_of_before_the_proof_does_nothing_to_a_new_address(
    reason: AddressStopReason,
) -> None:
    lift_address(ADDRESS)
    stop(reason, ago=HOUR)
    assert not is_stopped(ADDRESS)


def test_report_of_before_the_last_proof_does_nothing() -> None:
    stop(ago=3 * HOUR)
    with clock.stopped_at(timezone.now() - 2 * HOUR):
        lift_address(ADDRESS)
    lift_address(ADDRESS)
    stop(ago=HOUR)
    assert not is_stopped(ADDRESS)


def test_report_of_after_the_lifting_stops_again() -> None:
    stop(ago=HOUR)
    lift_address(ADDRESS)
    stop_address(ADDRESS, BOUNCED, at=timezone.now() + HOUR)
    assert is_stopped(ADDRESS)


def test_lifting_keeps_the_wish_for_no_invitations() -> None:
    stop(ASKED, ago=HOUR)
    lift_address(ADDRESS)
    assert is_stopped(ADDRESS, ASKED)


@pytest.mark.parametrize(
    ("stopped", "reason"),
    [(BOUNCED, NoticeReason.BOUNCED), (COMPLAINED, NoticeReason.COMPLAINED)],
)
def test_nothing_is_sent_to_a_stopped_address(
    stopped: AddressStopReason, reason: NoticeReason
) -> None:
    stop(stopped)
    invitation = invite(make_reader(), make_reader(email=ADDRESS))
    notice = find_notice(NoticeKind.INVITED, invitation=invitation)
    assert deliver(notice.pk) == NoticeState.SKIPPED
    notice.refresh_from_db()
    assert notice.reason == reason
    assert not mail.outbox


def test_who_wants_no_invitations_at_an_address_gets_none_there_as_a_member() -> None:
    stop(ASKED)
    make_reader(email=ADDRESS)
    invitation = invite_address(make_reader().user_id or 0, ADDRESS, **TERMS)
    notice = find_notice(NoticeKind.INVITED, invitation=invitation)
    assert notice.user is not None
    assert deliver(notice.pk) == NoticeState.SKIPPED
    notice.refresh_from_db()
    assert notice.reason == NoticeReason.STOPPED


def test_who_wants_no_invitations_at_an_address_is_told_by_name_as_a_member() -> None:
    stop(ASKED)
    invitation = invite(make_reader(), make_reader(email=ADDRESS))
    assert deliver(find_notice(NoticeKind.INVITED, invitation=invitation).pk) == NoticeState.SENT
