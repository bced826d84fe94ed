"""The clock of a game's turn, at the staff's desk."""

from datetime import timedelta
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games import clock
from games.admin.words import tell_hours, tell_left, tell_moment, tell_time
from games.models import Game

SOON = timedelta(hours=1)
TODAY = timedelta(days=1)

CLOCK_FIELDS = (
    ("time_in_words", "lost_at"),
    ("bank_begins", "turn_stands_at", "next_reminder"),
    ("bank_of_first", "bank_of_second"),
)
CLOCK_COLUMNS = tuple(name for line in CLOCK_FIELDS for name in line)


class ClockFilter(admin.SimpleListFilter):
    """Games that are about to be lost, those that should have been, and clocks that rest."""

    title = gettext_lazy("clock")
    parameter_name = "clock"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [
            ("past", gettext_lazy("past the deadline")),
            ("hour", gettext_lazy("lost within an hour")),
            ("day", gettext_lazy("lost within a day")),
            ("still", gettext_lazy("stands still")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        now = clock.now()
        match self.value():
            case "past":
                return queryset.filter(deadline_at__lte=now)
            case "hour":
                return queryset.filter(deadline_at__gt=now, deadline_at__lte=now + SOON)
            case "day":
                return queryset.filter(deadline_at__gt=now, deadline_at__lte=now + TODAY)
            case "still":
                return queryset.filter(turn_left__isnull=False)
            case _:
                return queryset


class ClockColumns:
    """What pages tell of a game's clock; a dash for what it has not."""

    @admin.display(description=gettext_lazy("time"), ordering="pace")
    def pace_in_words(self, game: Game) -> str:
        return tell_hours(game.time_control)

    @admin.display(description=gettext_lazy("for a turn, and bank"))
    def time_in_words(self, game: Game) -> str:
        return tell_time(game.time_control)

    @admin.display(description=gettext_lazy("lost at"), ordering="deadline_at")
    def lost_at(self, game: Game) -> str:
        if game.turn_left is not None:
            return _("stands still")
        return tell_moment(game.deadline_at)

    @admin.display(description=gettext_lazy("bank begins"))
    def bank_begins(self, game: Game) -> str:
        return tell_moment(game.bank_at)

    @admin.display(description=gettext_lazy("left of the turn, while it stands still"))
    def turn_stands_at(self, game: Game) -> str:
        return tell_left(game.turn_left)

    @admin.display(description=gettext_lazy("next reminder"))
    def next_reminder(self, game: Game) -> str:
        return tell_moment(game.remind_at)

    @admin.display(description=gettext_lazy("bank of seat 0, before this turn"))
    def bank_of_first(self, game: Game) -> str:
        return tell_left(game.bank_left_0)

    @admin.display(description=gettext_lazy("bank of seat 1, before this turn"))
    def bank_of_second(self, game: Game) -> str:
        return tell_left(game.bank_left_1)
