"""What stands above every page of a member."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import OuterRef, Subquery

from games.models import AddressStop, AddressStopReason, Vacation


@dataclass(frozen=True, slots=True)
class Banners:
    """The vacation that lasts, and why nothing arrives at the member's address, if so it is."""

    vacation: Vacation | None = None
    trouble: AddressStopReason | None = None


def find_banners(user_id: int, *, digest: str, reasons: Collection[AddressStopReason]) -> Banners:
    """Of the member whose address has that digest; `reasons` are those why nothing arrives there.

    One query, and one more for who is away.
    """
    stays = Vacation.objects.on().filter(user=OuterRef("pk")).values("pk")[:1]
    stops = AddressStop.objects.filter(digest=digest, reason__in=reasons, lifted_at__isnull=True)
    last = stops.order_by("-at").values("reason")[:1]
    people = get_user_model().objects.filter(pk=user_id)
    row = people.annotate(stay=Subquery(stays), stopped=Subquery(last)).values("stay", "stopped")
    found = row.first()
    if found is None:
        return Banners()
    stay = Vacation.objects.filter(pk=found["stay"]).first() if found["stay"] else None
    trouble = AddressStopReason(found["stopped"]) if found["stopped"] else None
    return Banners(vacation=stay, trouble=trouble)
