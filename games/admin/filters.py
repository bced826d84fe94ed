"""Filters that Django has not."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Game, Level, Seat


class AgainstFilter(admin.SimpleListFilter):
    """Games between people, and those with the computer, by its level."""

    title = _("against")
    parameter_name = "against"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("person", _("a person")), ("computer", _("the computer")), *Level.choices]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        against = self.value()
        if against in Level.values:
            return queryset.filter(pk__in=Seat.objects.filter(level=against).values("game"))
        if against in ("person", "computer"):
            return queryset.filter(computer_seat__isnull=against == "person")
        return queryset


class HeldFilter(admin.SimpleListFilter):
    title = _("on hold")
    parameter_name = "hold"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() not in ("yes", "no"):
            return queryset
        return queryset.filter(held_at__isnull=self.value() == "no")
