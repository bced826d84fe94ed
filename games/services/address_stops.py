"""Addresses to which nothing is sent any more, kept as digests: many belong to no account."""

from collections.abc import Iterable, Mapping, Set
from datetime import datetime

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from games import clock
from games.models import AddressStop, AddressStopReason
from games.services.errors import NotStopped

UNREACHABLE = (AddressStopReason.BOUNCED, AddressStopReason.COMPLAINED)
"""What mail servers tell of an address, until its person proves it anew."""


def make_digest(address: str) -> str:
    """What is kept of the address; it depends on SECRET_KEY, and not on upper and lower case."""
    text = address.strip().casefold()
    return salted_hmac("games.address_stop", text, algorithm="sha256").hexdigest()


def stop_address(address: str, reason: AddressStopReason, *, at: datetime) -> None:
    """Send nothing there from `at` on, a moment that may have passed.

    Twice is as once, and what is older than the last lifting does nothing.
    """
    _stop(make_digest(address), reason, at)


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
    standing = AddressStop.objects.filter(digest=make_digest(address), lifted_at__isnull=True)
    standing.filter(reason__in=reasons or UNREACHABLE).update(lifted_at=clock.now())


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
    digests = {address: make_digest(address) for address in addresses}
    standing = AddressStop.objects.filter(digest__in=digests.values(), lifted_at__isnull=True)
    found: dict[str, set[AddressStopReason]] = {digest: set() for digest in digests.values()}
    for digest, reason in standing.values_list("digest", "reason"):
        found[digest].add(AddressStopReason(reason))
    return {address: found[digest] for address, digest in digests.items()}


def _stop(digest: str, reason: AddressStopReason, at: datetime) -> None:
    stop = AddressStop(digest=digest, reason=reason, at=at)
    AddressStop.objects.bulk_create([stop], ignore_conflicts=True)
    lifted = AddressStop.objects.filter(digest=digest, reason=reason, lifted_at__lt=at)
    lifted.update(at=at, lifted_at=None)


def _find_refusal(digest: str) -> QuerySet[AddressStop]:
    asked = AddressStop.objects.filter(digest=digest, reason=AddressStopReason.ASKED)
    return asked.filter(lifted_at__isnull=True)
