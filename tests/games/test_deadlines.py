"""The clock of a turn: a turn's own time, then the bank, in absolute time."""

from dataclasses import astuple
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.deadlines import (
    GRACE,
    LEAST_LEFT,
    LONG_BANK,
    Reminder,
    Running,
    Stopped,
    begin_turn,
    find_first_reminder,
    find_reminder,
    list_reminders,
)
from games.models import Bank, Pace

BEGUN = datetime(2026, 3, 10, 12, tzinfo=UTC)
NOTHING = timedelta()
SECOND = timedelta(seconds=1)

moments = st.timedeltas(-timedelta(days=70), timedelta(days=300)).map(lambda by: BEGUN + by)
paces = st.sampled_from(list(Pace))
banks = st.sampled_from([timedelta(hours=bank) for bank in Bank])
spans = st.timedeltas(NOTHING, timedelta(days=20))


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def start(pace: int, bank: timedelta = NOTHING, *, at: datetime = BEGUN) -> Running:
    return begin_turn(pace=pace, bank_left=bank).start(at)


# The table of what players may expect: hours before the end of the turn, by pace.
REMINDERS = {12: [2], 24: [12, 2.4], 48: [24, 4.8], 72: [36, 7.2], 168: [84, 12]}


@pytest.mark.parametrize("pace", Pace)
def test_reminders_come_so_long_before_the_turn_is_gone(pace: Pace) -> None:
    clock = start(pace)
    due = [clock.bank_at - hours(before) for before in REMINDERS[pace]]
    assert list(list_reminders(clock, pace=pace).values()) == due


@pytest.mark.parametrize("pace", Pace)
def test_last_reminder_waits_for_the_end_of_a_long_bank(pace: Pace) -> None:
    clock = start(pace, hours(12))
    due = list_reminders(clock, pace=pace)
    assert due[Reminder.LAST] == clock.deadline_at - hours(REMINDERS[pace][-1])
    assert due.get(Reminder.HALF, clock.bank_at) <= clock.bank_at


def test_last_reminder_does_not_wait_for_a_short_bank() -> None:
    clock = start(48, LONG_BANK - SECOND)
    assert list_reminders(clock, pace=48)[Reminder.LAST] == clock.bank_at - hours(4.8)


def test_pace_of_half_a_day_reminds_once() -> None:
    clock = start(12)
    (due,) = list_reminders(clock, pace=12).values()
    assert find_reminder(clock, pace=12, at=due) == (Reminder.LAST, None)


def test_reminders_follow_each_other() -> None:
    clock = start(48)
    half_at, last_at = list_reminders(clock, pace=48).values()
    assert find_first_reminder(clock, pace=48, at=BEGUN) == half_at
    assert find_reminder(clock, pace=48, at=half_at) == (Reminder.HALF, last_at)
    assert find_reminder(clock, pace=48, at=last_at) == (Reminder.LAST, None)


def test_sweep_that_comes_late_reminds_once_and_of_the_danger() -> None:
    clock = start(48)
    assert find_reminder(clock, pace=48, at=clock.bank_at - SECOND) == (Reminder.LAST, None)


def test_clock_that_goes_on_near_its_end_reminds_at_once() -> None:
    clock = Stopped(hours(1), NOTHING).start(BEGUN)
    assert find_first_reminder(clock, pace=48, at=BEGUN) == BEGUN


@given(moments, paces, banks)
def test_turn_ends_after_its_hours_and_the_bank(at: datetime, pace: Pace, bank: timedelta) -> None:
    clock = start(pace, bank, at=at)
    assert (clock.bank_at - at, clock.deadline_at - at) == (hours(pace), hours(pace) + bank)


@given(moments, paces, banks, spans)
def test_nothing_is_lost_but_what_has_passed(
    at: datetime, pace: Pace, bank: timedelta, passed: timedelta
) -> None:
    left = start(pace, bank, at=at).stop(at + passed)
    assert sum(astuple(left), NOTHING) == max(hours(pace) + bank - passed, NOTHING)


@given(moments, paces, banks, spans)
def test_bank_drains_only_when_the_turn_is_gone(
    at: datetime, pace: Pace, bank: timedelta, passed: timedelta
) -> None:
    left = start(pace, bank, at=at).stop(at + passed)
    assert left.bank_left == bank or left.turn_left == NOTHING
    assert NOTHING <= left.bank_left <= bank


@given(moments, paces, banks, spans, spans)
def test_pause_takes_nothing(
    at: datetime, pace: Pace, bank: timedelta, passed: timedelta, pause: timedelta
) -> None:
    clock = start(pace, bank, at=at)
    stopped = clock.stop(at + passed)
    again = stopped.start(at + passed + pause)
    assert again.stop(at + passed + pause) == stopped
    if at + passed <= clock.bank_at:
        assert again == clock.put_off(pause)


@given(moments, spans, spans)
def test_clock_that_goes_on_has_an_hour_at_least(
    at: datetime, turn_left: timedelta, bank_left: timedelta
) -> None:
    stopped = Stopped(turn_left, bank_left)
    clock = stopped.with_least().start(at)
    assert clock.deadline_at - at == max(turn_left + bank_left, LEAST_LEFT)
    assert clock.deadline_at - clock.bank_at == bank_left


@given(moments, paces, banks)
def test_reminders_are_ahead_in_order_and_before_the_end(
    at: datetime, pace: Pace, bank: timedelta
) -> None:
    clock = start(pace, bank, at=at)
    due = list(list_reminders(clock, pace=pace).values())
    assert due == sorted(due)
    assert at < due[0] == find_first_reminder(clock, pace=pace, at=at)
    assert due[-1] < clock.deadline_at


@given(moments, paces, banks)
def test_every_reminder_comes_once(at: datetime, pace: Pace, bank: timedelta) -> None:
    clock = start(pace, bank, at=at)
    found = []
    next_at: datetime | None = find_first_reminder(clock, pace=pace, at=at)
    while next_at is not None:
        kind, next_at = find_reminder(clock, pace=pace, at=next_at)
        found.append(kind)
    assert found == list(list_reminders(clock, pace=pace))


@given(moments, paces, banks, spans)
def test_moved_deadline_moves_whole(
    at: datetime, pace: Pace, bank: timedelta, by: timedelta
) -> None:
    clock = start(pace, bank, at=at)
    later = clock.put_off(by)
    assert later.deadline_at - later.bank_at == clock.deadline_at - clock.bank_at
    assert later.deadline_at - clock.deadline_at == by


def test_game_is_lost_a_minute_after_the_deadline() -> None:
    clock = start(24)
    assert not clock.is_lost_at(clock.deadline_at + GRACE - SECOND)
    assert clock.is_lost_at(clock.deadline_at + GRACE)


# Both changes of the year in zones of each hemisphere, one of three quarters of an hour, and one
# that knows no change.
CHANGES = {
    "Europe/London": [datetime(2026, 3, 29, 1, tzinfo=UTC), datetime(2026, 10, 25, 1, tzinfo=UTC)],
    "Africa/Cairo": [datetime(2026, 4, 23, 22, tzinfo=UTC), datetime(2026, 10, 29, 21, tzinfo=UTC)],
    "Pacific/Chatham": [
        datetime(2026, 4, 4, 14, tzinfo=UTC),
        datetime(2026, 9, 26, 14, tzinfo=UTC),
    ],
}
IN_CHANGES = [(zone, change) for zone, changes in CHANGES.items() for change in changes]


@pytest.mark.parametrize(("zone", "change"), IN_CHANGES, ids=str)
def test_clocks_change_there_and_then(zone: str, change: datetime) -> None:
    """Otherwise what follows would test nothing."""
    before, after = (moment.astimezone(ZoneInfo(zone)) for moment in (change - SECOND, change))
    assert before.utcoffset() != after.utcoffset()


@pytest.mark.parametrize("pace", Pace)
@pytest.mark.parametrize(
    ("zone", "change"),
    [*IN_CHANGES, ("Africa/Lagos", datetime(2026, 3, 29, 1, tzinfo=UTC))],
    ids=str,
)
def test_change_of_time_gives_and_takes_nothing(zone: str, change: datetime, pace: Pace) -> None:
    """A turn that begins, drains its bank, stops and ends around the change, told in the zone."""
    begun = (change - hours(pace / 2)).astimezone(ZoneInfo(zone))
    clock = start(pace, hours(24), at=begun)
    assert seconds(begun, clock.bank_at) == pace * 3600
    assert seconds(begun, clock.deadline_at) == (pace + 24) * 3600
    half = begun.astimezone(UTC) + hours(pace) + hours(6)
    assert clock.stop(half.astimezone(ZoneInfo(zone))) == Stopped(NOTHING, hours(18))


def seconds(first: datetime, second: datetime) -> float:
    """By the world's time, not by the hands of a zone's clocks."""
    return second.timestamp() - first.timestamp()
