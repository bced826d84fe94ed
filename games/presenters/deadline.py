"""The clock of a turn, as pages and mails tell it: a time of day, then how long about.

What is left is rounded down, and told in a unit no coarser than the danger.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.deadlines import Running, Stopped, TimeOut
from games.presenters.moments import tell_moment, tell_soon
from games.presenters.people import Person

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
SOON = timedelta(hours=12)
LAST_PART = 10
"""The last tenth of a turn, or of a bank, is told as such."""

Clock = Running | Stopped


class Level(StrEnum):
    """How near the danger is. Of a long turn, twelve hours are the last part.

    One's own bank that runs is never calm.
    """

    CALM = "calm"
    SOON = "soon"
    LAST = "last"
    STILL = "still"


@dataclass(frozen=True, slots=True)
class Deadline:
    """When a turn is over: `at` as a moment, `text` by day and time, `about` as what is left.

    `bank` says what follows or what runs already, and is empty where there is no bank. A clock
    that stands still has no `at`; `full` is with the date and the zone.
    """

    text: str
    about: str
    level: Level
    bank: str = ""
    at: datetime | None = None
    full: str = ""

    @property
    def said(self) -> str:
        """All of it in one line: "until Friday 21:40, in about 2 days, then your bank of 1 day"."""
        return ", ".join(filter(None, [self.text, self.about, self.bank]))


def describe_deadline(
    clock: Clock, *, pace: int, now: datetime, mover: Person | None, is_held: bool = False
) -> Deadline:
    """The clock of a turn of `pace` hours; `mover` is None where it is the reader's.

    A clock that stands still without being on hold does so for its mover's vacation.
    """
    if isinstance(clock, Stopped):
        return _describe_still(clock, mover=mover, is_held=is_held)
    if now < clock.bank_at:
        return _describe_turn(clock, pace=pace, now=now, mover=mover)
    return _describe_bank(clock, now=now, mover=mover)


def tell_span(span: timedelta) -> str:
    """A length of time, rounded down: "40 minutes", "1 hour 59 minutes", "30 hours", "2 days"."""
    if span >= 2 * DAY or (span and not span % DAY):
        count = span // DAY
        return ngettext("%(count)d day", "%(count)d days", count) % {"count": count}
    if span >= 2 * HOUR:
        return _count_hours(span // HOUR)
    hours, minutes = divmod(max(span // MINUTE, 0), 60)
    if not hours:
        return _count_minutes(minutes)
    words = {"hours": _count_hours(hours), "minutes": _count_minutes(minutes)}
    return _("%(hours)s %(minutes)s") % words if minutes else words["hours"]


def warn_of(
    clock: Running, told: Deadline, *, now: datetime, foresee: Callable[[], TimeOut]
) -> str:
    """For who is to move: that the bank runs, and in the last part what follows. Else empty.

    `foresee` is asked only where nothing is left behind.
    """
    has_bank = clock.deadline_at > clock.bank_at
    is_in_bank = has_bank and now >= clock.bank_at
    if told.level is not Level.LAST:
        return _("Your bank runs.") if is_in_bank else ""
    if is_in_bank or not has_bank:
        left = _("%(left)s left.") % {"left": tell_span(clock.deadline_at - now)}
        return f"{left} {tell_time_out(foresee())}"
    return _("%(left)s left. Then your bank of %(bank)s begins.") % {
        "left": tell_span(clock.bank_at - now),
        "bank": tell_span(clock.deadline_at - clock.bank_at),
    }


def tell_time_out(ending: TimeOut) -> str:
    """What comes when all the time of the reader's own turn is gone."""
    return {
        TimeOut.LOST: _("After that the game is lost."),
        TimeOut.VACATION: _("After that your vacation begins."),
        TimeOut.CALLED_OFF: _("After that the game is called off."),
    }[ending]


def tell_left(left: timedelta) -> str:
    """ "in 40 minutes", "in about 5 hours"; what is over is over."""
    if left <= timedelta():
        return _("time is up")
    if left < MINUTE:
        return _("in less than a minute")
    if left < 2 * HOUR:
        return _("in %(time)s") % {"time": tell_span(left)}
    return _("in about %(time)s") % {"time": tell_span(left)}


def _count_hours(count: int) -> str:
    return ngettext("%(count)d hour", "%(count)d hours", count) % {"count": count}


def _count_minutes(count: int) -> str:
    return ngettext("%(count)d minute", "%(count)d minutes", count) % {"count": count}


def _describe_turn(clock: Running, *, pace: int, now: datetime, mover: Person | None) -> Deadline:
    bank, left = clock.deadline_at - clock.bank_at, clock.bank_at - now
    return _describe_moment(
        clock.bank_at,
        now=now,
        level=_find_level(left, whole=timedelta(hours=pace)),
        bank=_tell_bank_to_come(bank, mover) if bank else "",
    )


def _describe_bank(clock: Running, *, now: datetime, mover: Person | None) -> Deadline:
    whole, left = clock.deadline_at - clock.bank_at, clock.deadline_at - now
    if not whole:
        return _describe_moment(clock.deadline_at, now=now, level=Level.LAST)
    if mover is None:
        running = _("your bank runs")
    else:
        running = _("the bank of %(name)s runs") % {"name": mover.in_sentence}
    level = _find_level(left, whole=whole)
    if level is Level.CALM and mover is None:
        level = Level.SOON
    return _describe_moment(clock.deadline_at, now=now, level=level, bank=running)


def _describe_moment(moment: datetime, *, now: datetime, level: Level, bank: str = "") -> Deadline:
    return Deadline(
        text=_("until %(moment)s") % {"moment": tell_soon(moment, now=now)},
        about=tell_left(moment - now),
        level=level,
        bank=bank,
        at=moment,
        full=tell_moment(moment, now=now),
    )


def _find_level(left: timedelta, *, whole: timedelta) -> Level:
    if left <= min(whole / LAST_PART, SOON):
        return Level.LAST
    return Level.SOON if left < SOON else Level.CALM


def _tell_bank_to_come(bank: timedelta, mover: Person | None) -> str:
    words = {"time": tell_span(bank), "name": mover.in_sentence if mover else ""}
    if mover is None:
        return _("then your bank of %(time)s") % words
    return _("then a bank of %(time)s") % words


def _describe_still(clock: Stopped, *, mover: Person | None, is_held: bool) -> Deadline:
    left = clock.with_least()
    words = {"time": tell_span(left.turn_left)}
    return Deadline(
        text=_("on hold") if is_held else _("the clock stands still"),
        about=_("%(time)s left when it goes on") % words,
        bank=_tell_bank_to_come(left.bank_left, mover) if left.bank_left else "",
        level=Level.STILL,
    )
