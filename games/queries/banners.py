"""What stands above every page of a member."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.db.models import Exists, OuterRef, Subquery

from games.models import AddressStop, AddressStopReason, Vacation


@dataclass(frozen=True, slots=True)
class Banners:
    """The vacation that lasts, and whether nothing can be sent to the member's address."""

    vacation: Vacation | None = None
    is_unreachable: bool = False


def find_banners(user_id: int, *, digest: str, reasons: Collection[AddressStopReason]) -> Banners:
    """Of the member whose address has that digest; for what reasons nothing arrives there.

    One query, and one more for who is away.
    """
    stays = Vacation.objects.on().filter(user=OuterRef("pk")).values("pk")[:1]
    stops = AddressStop.objects.filter(digest=digest, reason__in=reasons, lifted_at__isnull=True)
    people = get_user_model().objects.filter(pk=user_id)
    row = people.annotate(stay=Subquery(stays), stopped=Exists(stops)).values("stay", "stopped")
    found = row.first()
    if found is None:
        return Banners()
    stay = Vacation.objects.filter(pk=found["stay"]).first() if found["stay"] else None
    return Banners(vacation=stay, is_unreachable=found["stopped"])
