"""Addresses to which nothing is sent any more, kept as digests: many belong to no account."""

from collections.abc import Iterable, Mapping, Set
from datetime import datetime

from django.conf import settings
from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from accounts.addresses import drop_tag, fold_address
from games import clock
from games.models import AddressStop, AddressStopReason
from games.services.errors import NotStopped

UNREACHABLE = (AddressStopReason.BOUNCED, AddressStopReason.COMPLAINED)
"""What mail servers tell of an address, until its person proves it anew."""


def make_digest(address: str) -> str:
    """What is kept of the address; it does not depend on how it is spelt.

    Its key is of its own, for it must outlive every change of SECRET_KEY.
    """
    text, secret = fold_address(address), settings.ADDRESS_SECRET
    return salted_hmac("games.address_stop", text, secret, algorithm="sha256").hexdigest()


def make_mailbox_digest(address: str) -> str:
    """The same for bob@ and bob+anything@: who wants no invitations wants none to a tag."""
    return make_digest(drop_tag(address))


def list_digests(address: str) -> set[str]:
    """All that may be kept of the address."""
    return set(_make_digests(address).values())


def stop_address(address: str, reason: AddressStopReason, *, at: datetime) -> None:
    """Send nothing there from `at` on, a moment that may have passed.

    Twice is as once, and what is older than the last lifting does nothing.
    """
    _stop(_make_digest_for(reason, address), reason, at)


def refuse_invitations(digest: str) -> None:
    """Send no invitations to the address that the digest stands for, until they are let in."""
    _stop(digest, AddressStopReason.ASKED, clock.now())


def let_invitations_in(digest: str) -> None:
    _find_refusal(digest).update(lifted_at=clock.now())


def refuses_invitations(digest: str) -> bool:
    return _find_refusal(digest).exists()


def lift_address(address: str, *reasons: AddressStopReason) -> None:
    """Write there again: its person has just proven it. For the reasons named; where none is,
    for all that mail servers tell: the wish for no invitations stays.
    """
    now = clock.now()
    lifted = [
        AddressStop(digest=_make_digest_for(reason, address), reason=reason, at=now, lifted_at=now)
        for reason in reasons or UNREACHABLE
    ]
    # Where nothing was stopped, too: a report of before may be on its way.
    AddressStop.objects.bulk_create(
        lifted,
        update_conflicts=True,
        unique_fields=["digest", "reason"],
        update_fields=["lifted_at"],
    )


def lift_stop(stop_id: int) -> None:
    """End one stop, whatever its reason, by the staff. Raises NotStopped where it has ended."""
    standing = AddressStop.objects.filter(pk=stop_id, lifted_at__isnull=True)
    if not standing.update(lifted_at=clock.now()):
        raise NotStopped


def is_stopped(address: str, *reasons: AddressStopReason) -> bool:
    """Whether nothing is sent there for one of the reasons; for any, where none is named."""
    return bool(find_stops([address])[address] & set(reasons or AddressStopReason))


def find_stops(addresses: Iterable[str]) -> Mapping[str, Set[AddressStopReason]]:
    """Why nothing is sent to each of the addresses; nothing where it may be. One query."""
    digests = {address: _make_digests(address) for address in addresses}
    every = {digest for by_reason in digests.values() for digest in by_reason.values()}
    standing = AddressStop.objects.filter(digest__in=every, lifted_at__isnull=True)
    found = set(standing.values_list("reason", "digest"))
    return {
        address: {AddressStopReason(reason) for reason, _digest in found & set(by_reason.items())}
        for address, by_reason in digests.items()
    }


def _make_digests(address: str) -> dict[str, str]:
    exact, mailbox = make_digest(address), make_mailbox_digest(address)
    return {**dict.fromkeys(UNREACHABLE, exact), AddressStopReason.ASKED: mailbox}


def _make_digest_for(reason: AddressStopReason, address: str) -> str:
    return _make_digests(address)[reason]


def _stop(digest: str, reason: AddressStopReason, at: datetime) -> None:
    stop = AddressStop(digest=digest, reason=reason, at=at)
    AddressStop.objects.bulk_create([stop], ignore_conflicts=True)
    lifted = AddressStop.objects.filter(digest=digest, reason=reason, lifted_at__lt=at)
    lifted.update(at=at, lifted_at=None)


def _find_refusal(digest: str) -> QuerySet[AddressStop]:
    asked = AddressStop.objects.filter(digest=digest, reason=AddressStopReason.ASKED)
    return asked.filter(lifted_at__isnull=True)
