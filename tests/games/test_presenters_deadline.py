"""Deadlines in words: no unit coarser than the danger, and nobody's wall clock but the reader's."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.deadlines import Running, Stopped, TimeOut
from games.presenters.deadline import (
    Deadline,
    Level,
    describe_deadline,
    tell_left,
    tell_span,
    warn_of,
)
from games.presenters.moments import tell_soon, tell_time, tell_when
from games.presenters.people import Person

NOON = datetime(2026, 12, 14, 10, 0, tzinfo=UTC)
"""A Monday, twelve o'clock in Cairo."""
KARIM = Person("Karim")
HOUR, DAY = timedelta(hours=1), timedelta(days=1)


@pytest.fixture(autouse=True)
def _cairo() -> Iterator[None]:
    with timezone.override(ZoneInfo("Africa/Cairo")):
        yield


def describe(
    left: timedelta,
    *,
    bank: timedelta = timedelta(),
    pace: int = 48,
    mover: Person | None = None,
) -> Deadline:
    """The deadline of a turn with that much left, at noon."""
    clock = Running(NOON + left, NOON + left + bank)
    return describe_deadline(clock, pace=pace, now=NOON, mover=mover)


@pytest.mark.parametrize(
    ("left", "told"),
    [
        (timedelta(seconds=30), "in less than a minute"),
        (timedelta(minutes=40, seconds=59), "in 40 minutes"),
        (timedelta(minutes=119, seconds=59), "in 1 hour 59 minutes"),
        (timedelta(minutes=120), "in about 2 hours"),
        (timedelta(minutes=60, seconds=59), "in 1 hour"),
        (timedelta(hours=5, minutes=59), "in about 5 hours"),
        (timedelta(hours=47), "in about 47 hours"),
        (timedelta(days=2, hours=23), "in about 2 days"),
        (timedelta(), "time is up"),
        (timedelta(seconds=-1), "time is up"),
    ],
)
def test_left_is_rounded_down_in_no_unit_coarser_than_the_danger(
    left: timedelta, told: str
) -> None:
    assert tell_left(left) == told


@pytest.mark.parametrize(
    ("span", "told"),
    [(DAY, "1 day"), (7 * DAY, "7 days"), (HOUR, "1 hour"), (25 * HOUR, "25 hours")],
)
def test_whole_spans_are_told_whole(span: timedelta, told: str) -> None:
    assert tell_span(span) == told


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (2, "today 14:00"),
        (8, "tonight 20:00"),
        (13, "tomorrow 01:00"),
        (24 * 4, "Friday 12:00"),
        (24 * 6, "Sunday 12:00"),
        (24 * 7, "Monday 21 December, 12:00"),
    ],
)
def test_moment_is_told_by_day_in_the_readers_zone(hours: int, told: str) -> None:
    assert tell_soon(NOON + hours * HOUR, now=NOON) == told


@pytest.mark.parametrize(
    ("hours", "told"),
    [
        (2, "today at 14:00"),
        (8, "tonight at 20:00"),
        (13, "tomorrow at 01:00"),
        (24 * 4, "on Friday at 12:00"),
        (24 * 7, "on Monday 21 December at 12:00"),
    ],
)
def test_moment_stands_in_a_sentence(hours: int, told: str) -> None:
    assert tell_when(NOON + hours * HOUR, now=NOON) == told


def test_hour_that_comes_twice_says_which_one_is_meant() -> None:
    first = datetime(2026, 10, 25, 0, 30, tzinfo=UTC)
    with timezone.override(ZoneInfo("Europe/London")):
        told = [tell_time(first), tell_time(first + HOUR), tell_time(first + 2 * HOUR)]
    assert told == ["01:30 (UTC+0100)", "01:30 (UTC+0000)", "02:30"]


def test_left_is_counted_across_the_change_of_clocks() -> None:
    """In London the night of 25 October has an hour more than its clocks say."""
    now = datetime(2026, 10, 24, 23, 0, tzinfo=UTC)
    clock = Running(now + 4 * HOUR, now + 4 * HOUR)
    with timezone.override(ZoneInfo("Europe/London")):
        told = describe_deadline(clock, pace=12, now=now, mover=None)
    assert told.said == "until today 03:00, in about 4 hours"


@pytest.mark.parametrize(
    ("pace", "hours", "level"),
    [
        (48, 12, Level.CALM),
        (48, 11.9, Level.SOON),
        (48, 4.8, Level.LAST),
        (168, 12.1, Level.CALM),
        (168, 12, Level.LAST),
        (12, 1.3, Level.SOON),
        (12, 1.2, Level.LAST),
    ],
)
def test_level_is_last_in_the_last_tenth_and_soon_under_twelve_hours(
    pace: int, hours: float, level: Level
) -> None:
    assert describe(timedelta(hours=hours), pace=pace).level is level


def test_bank_to_come_is_told_after_the_turns_own_time() -> None:
    told = describe(3 * HOUR, bank=DAY)
    assert told.said == "until today 15:00, in about 3 hours, then your bank of 1 day"


def test_running_bank_is_told_with_the_moment_of_the_loss() -> None:
    told = describe(-HOUR, bank=DAY)
    assert told.said == "until tomorrow 11:00, in about 23 hours, your bank runs"


@pytest.mark.parametrize(("mover", "level"), [(None, Level.SOON), (KARIM, Level.CALM)])
def test_ones_own_bank_that_runs_is_never_calm(mover: Person | None, level: Level) -> None:
    assert describe(-HOUR, bank=DAY, mover=mover).level is level


def test_bank_of_the_other_side_bears_their_name() -> None:
    told = describe(-HOUR, bank=DAY, mover=KARIM)
    assert told.bank == f"the bank of {KARIM.isolated} runs"


def test_turn_without_a_bank_is_over_when_its_time_is() -> None:
    told = describe(timedelta(seconds=-20))
    assert (told.about, told.level, told.bank) == ("time is up", Level.LAST, "")


def test_clock_on_hold_says_what_is_left() -> None:
    told = describe_deadline(Stopped(5 * HOUR, DAY), pace=48, now=NOON, mover=None, is_held=True)
    assert told.said == "on hold, 5 hours left when it goes on, then your bank of 1 day"
    assert told.at is None


def test_clock_of_somebody_away_stands_still_with_an_hour_at_least() -> None:
    told = describe_deadline(Stopped(timedelta(), timedelta()), pace=48, now=NOON, mover=KARIM)
    assert told.said == "the clock stands still, 1 hour left when it goes on"
    assert told.level is Level.STILL


def warn(left: timedelta, *, bank: timedelta, after: TimeOut = TimeOut.LOST) -> str:
    """What the mover is told at noon."""
    clock = Running(NOON + left, NOON + left + bank)
    told = describe_deadline(clock, pace=48, now=NOON, mover=None)
    return warn_of(clock, told, now=NOON, foresee=lambda: after)


@pytest.mark.parametrize(
    ("left", "bank", "warning"),
    [
        (timedelta(minutes=40), DAY, "40 minutes left. Then your bank of 1 day begins."),
        (timedelta(minutes=40), timedelta(), "40 minutes left. After that the game is lost."),
        (-22 * HOUR, DAY, "2 hours left. After that the game is lost."),
        (-HOUR, DAY, "Your bank runs."),
        (10 * HOUR, timedelta(), ""),
    ],
)
def test_last_part_of_ones_own_turn_is_warned_of(
    left: timedelta, bank: timedelta, warning: str
) -> None:
    assert warn(left, bank=bank) == warning


@pytest.mark.parametrize(
    ("after", "told"),
    [
        (TimeOut.VACATION, "After that your vacation begins."),
        (TimeOut.CALLED_OFF, "After that the game is called off."),
    ],
)
def test_warning_says_what_the_clock_will_do(after: TimeOut, told: str) -> None:
    assert warn(timedelta(minutes=40), bank=timedelta(), after=after).endswith(told)


@pytest.mark.parametrize(("left", "bank"), [(10 * HOUR, timedelta()), (timedelta(minutes=40), DAY)])
def test_end_is_foreseen_only_where_nothing_is_left_behind(
    left: timedelta, bank: timedelta
) -> None:
    clock = Running(NOON + left, NOON + left + bank)
    told = describe_deadline(clock, pace=48, now=NOON, mover=None)
    assert "After" not in warn_of(clock, told, now=NOON, foresee=lambda: pytest.fail("asked"))
