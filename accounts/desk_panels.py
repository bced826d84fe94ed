"""What the front page of the staff's desk tells. Each room registers panels of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise

DAYS = 7


@dataclass(frozen=True)
class Tally:
    """How many there are just now; `url` is the list that shows them."""

    words: str | Promise
    count: int
    url: str = ""


@dataclass(frozen=True)
class Concern(Tally):
    """Something that wants looking at when `count` is not 0."""


@dataclass(frozen=True)
class Figure:
    """How often something happened in each of the last seven times 24 hours, the latest last."""

    words: str | Promise
    days: Sequence[int]

    @property
    def last_day(self) -> int:
        return self.days[-1]

    @property
    def week(self) -> int:
        return sum(self.days)


@dataclass(frozen=True)
class Panel:
    """What one room has to tell."""

    title: str | Promise
    concerns: Sequence[Concern] = ()
    tallies: Sequence[Tally] = ()
    figures: Sequence[Figure] = ()


PanelMaker = Callable[[HttpRequest], Panel | None]
"""Answers None to whoever may not see the panel."""

_makers: list[PanelMaker] = []


def register_panel(make: PanelMaker) -> PanelMaker:
    """Put a panel on the front page; usable as a decorator."""
    _makers.append(make)
    return make


def list_panels(request: HttpRequest) -> list[Panel]:
    """The panels that whoever asks may see."""
    return [panel for make in _makers if (panel := make(request))]


def count_by_day(rows: QuerySet[Any], column: str, now: datetime) -> list[int]:
    """Count the rows whose moment lies in each of the last seven times 24 hours. One query."""
    starts = [now - timedelta(days=ago) for ago in range(DAYS, -1, -1)]
    counts = {
        f"day_{index}": Count("pk", filter=_between(column, starts[index], starts[index + 1]))
        for index in range(DAYS)
    }
    found = rows.filter(_between(column, starts[0], now)).aggregate(**counts)
    return [found[f"day_{index}"] for index in range(DAYS)]


def _between(column: str, start: datetime, end: datetime) -> Q:
    return Q(**{f"{column}__gt": start, f"{column}__lte": end})
