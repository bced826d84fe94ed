"""Parts of a game's page."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk_read import Linked, ReadOnly
from games.admin.round import RoundColumns
from games.admin.time import GiftColumns
from games.models import GiftOfTime, Round, Seat


class SeatInline(Linked, ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not at run time
    model = Seat
    extra = 0
    fields = readonly_fields = ("who", "seen_version", "keeps_private")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Seat]:
        return super().get_queryset(request).select_related("user", "guest")

    @admin.display(description=_("who"))
    def who(self, seat: Seat) -> SafeString | str:
        return self.link_to(seat.user or seat.guest) if not seat.level else seat.name


class RoundInline(RoundColumns, ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not at run time
    """Without pack and seed: those are on the round's own page, once it is over."""

    model = Round
    extra = 0
    fields = readonly_fields = ("number", "who_deals", "points", "dealt_at", "ended_at")
    show_change_link = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("pack", "seed")


class GiftInline(GiftColumns, ReadOnly, admin.TabularInline):  # type: ignore[type-arg]  # not at run time
    model = GiftOfTime
    extra = 0
    fields = readonly_fields = (
        "to_whom",
        "from_whom",
        "amount_in_words",
        "new_deadline",
        "given_at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).order_by("at", "pk")
