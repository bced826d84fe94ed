"""Hours by the wall clock of somebody's zone, as moments: through every change of summer time."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

# Every zone of today differs from UTC by a multiple of it, so nothing begins in between.
STEP = timedelta(minutes=15)


def is_between(moment: datetime, first: int, last: int, *, zone: ZoneInfo) -> bool:
    """Whether the clock there shows from `first` o'clock to before `last`, over midnight or not."""
    hour = moment.astimezone(zone).hour
    return first <= hour < last if first < last else hour >= first or hour < last


def find_end(moment: datetime, first: int, last: int, *, zone: ZoneInfo) -> datetime:
    """When those hours are over; the moment itself outside them.

    An hour that comes twice is waited for twice, one that is left out not at all.
    """
    if not is_between(moment, first, last, zone=zone):
        return moment
    return next(at for at in _steps(moment) if not is_between(at, first, last, zone=zone))


def find_next_hour(moment: datetime, hour: int, *, zone: ZoneInfo) -> datetime:
    """When it will next become `hour` o'clock there, once a day of the calendar: an hour that
    comes twice counts the first time, and where it is left out, the day has it at the next one."""
    before = moment
    for at in _steps(moment):
        if _has_come(at, hour, zone=zone) and not _had_come(before, at, hour, zone=zone):
            return at
        before = at
    raise AssertionError("every day has its hours")


def _steps(moment: datetime) -> Iterator[datetime]:
    at = datetime.fromtimestamp(
        moment.timestamp() // STEP.total_seconds() * STEP.total_seconds(), moment.tzinfo
    )
    while True:
        at += STEP
        yield at


def _has_come(moment: datetime, hour: int, *, zone: ZoneInfo) -> bool:
    return moment.astimezone(zone).hour >= hour


def _had_come(before: datetime, at: datetime, hour: int, *, zone: ZoneInfo) -> bool:
    is_same_day = before.astimezone(zone).date() == at.astimezone(zone).date()
    return is_same_day and _has_come(before, hour, zone=zone)
