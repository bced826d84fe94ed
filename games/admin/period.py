"""A filter by day and month that asks the database nothing: Django's reads every row for it."""

from calendar import monthrange
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from games import clock

MONTHS = 12
FIRST_YEAR, LAST_YEAR = 2000, 2999
SOME_DAYS = timedelta(days=7)


class PeriodFilter(admin.SimpleListFilter):
    """Today, seven days, one of the last months, and the days of the month chosen.

    The admin's `dated_by` is the column, which has an index.
    """

    title = _("date")
    parameter_name = "when"

    def __init__(
        self, request: HttpRequest, params: dict[str, Any], model: Any, model_admin: Any
    ) -> None:
        self.column: str = model_admin.dated_by
        self.today = timezone.localdate(clock.now())
        super().__init__(request, params, model, model_admin)

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[Any, Any]]:
        return [
            ("today", _("Today")),
            ("week", _("Past 7 days")),
            *self._list_months(),
            ("before", _("Before that")),
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        first, last = self._find_days()
        if first is not None:
            queryset = queryset.filter(Q(**{f"{self.column}__gte": _midnight(first)}))
        if last is not None:
            after = _midnight(last + timedelta(days=1))
            queryset = queryset.filter(Q(**{f"{self.column}__lt": after}))
        return queryset

    def _find_days(self) -> tuple[date | None, date | None]:
        """The first and the last day chosen; None for no bound."""
        match self.value():
            case None:
                return None, None
            case "today":
                return self.today, None
            case "week":
                return self.today - SOME_DAYS, None
            case "before":
                return None, self._months()[-1] - timedelta(days=1)
            case value:
                return _read(str(value))

    def _list_months(self) -> Iterator[tuple[str, str]]:
        chosen = (self.used_parameters.get(self.parameter_name) or "")[:7]
        for month in self._months():
            key = f"{month:%Y-%m}"
            yield key, date_format(month, "YEAR_MONTH_FORMAT")
            if key == chosen:
                yield from ((f"{day:%Y-%m-%d}", date_format(day)) for day in _days_of(month))

    def _months(self) -> list[date]:
        """The first days of the last months, the latest first."""
        months = [self.today.replace(day=1)]
        while len(months) < MONTHS:
            months.append((months[-1] - timedelta(days=1)).replace(day=1))
        return months


def _read(value: str) -> tuple[date, date]:
    """The days of "2026-11" or "2026-11-03". Raises ValueError."""
    if len(value) > len("2026-11"):
        day = _check(date.fromisoformat(value))
        return day, day
    days = _days_of(_check(date.fromisoformat(f"{value}-01")))
    return days[0], days[-1]


def _check(day: date) -> date:
    """At the ends of the calendar no day has a midnight everywhere."""
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError
    return day


def _days_of(month: date) -> list[date]:
    return [month.replace(day=day) for day in range(1, monthrange(month.year, month.month)[1] + 1)]


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
