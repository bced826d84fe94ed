"""Vacations in words: for who is away, and for who sits opposite."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.moments import tell_day, tell_soon
from games.presenters.people import Person
from games.presenters.sentences import join_words

DAY = timedelta(days=1)
HOURS_A_DAY = 24


@dataclass(frozen=True, slots=True)
class StayLine:
    """One stay of a year: `hours` are those that it has used of the year."""

    began_at: datetime
    ended_at: datetime | None
    hours: str
    began_by_itself: bool


def tell_absence(
    them: Person, *, until: datetime, now: datetime, stops: bool, is_their_turn: bool
) -> str:
    """That the other side is on vacation, and what it does to the game's clock.

    `stops` is whether vacations stop the clock of this game at all.
    """
    words = {"name": them.at_start, "day": tell_end(until, now=now)}
    if not is_their_turn:
        return _("%(name)s is on vacation until %(day)s.") % words
    if stops:
        return _("%(name)s is on vacation until %(day)s; the clock stands still.") % words
    return _("%(name)s is on vacation until %(day)s; in this game the clock goes on.") % words


def tell_end(until: datetime, *, now: datetime) -> str:
    """A day, "Friday 12 December", and within a day the time: "tomorrow 09:00"."""
    return tell_soon(until, now=now) if until - now < DAY else tell_day(until, now=now)


def tell_end_briefly(until: datetime, *, now: datetime) -> str:
    """As `tell_end`, without the weekday: "12 December"."""
    if until - now < DAY:
        return tell_soon(until, now=now)
    return date_format(timezone.localtime(until), "j F")


def tell_hours(hours: int) -> str:
    """In whole days and the hours beside them: "12 days and 5 hours"."""
    days, rest = divmod(hours, HOURS_A_DAY)
    parts = []
    if days:
        parts.append(ngettext("%(count)d day", "%(count)d days", days) % {"count": days})
    if rest or not days:
        parts.append(ngettext("%(count)d hour", "%(count)d hours", rest) % {"count": rest})
    return join_words(parts)
