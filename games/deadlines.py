"""The clock of a turn: its own time first, then the bank of its player. Moments and durations only.

A clock runs towards two moments, or it stands still with two durations left. Everything is
counted in UTC, so that no change of summer time gives or takes a minute: between two moments of
one zone Python counts by the hands of the clocks there.
"""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum

# A clock that goes on has at least so much left, or coming back would be losing.
LEAST_LEFT = timedelta(hours=1)
# A play that comes so late still counts: no sweep ends the game before.
GRACE = timedelta(seconds=60)
# From here on a bank is long enough for the last reminder to wait for its end.
LONG_BANK = timedelta(hours=12)


class Reminder(Enum):
    HALF = "half"
    LAST = "last"


class TimeOut(Enum):
    """What comes when the time of a turn is gone, and the bank with it."""

    LOST = "lost"
    VACATION = "vacation"
    CALLED_OFF = "called off"


# By hours of a turn: how long before its end the reminders are due.
REMINDED_BEFORE: dict[int, dict[Reminder, timedelta]] = {
    12: {Reminder.LAST: timedelta(hours=2)},
    24: {Reminder.HALF: timedelta(hours=12), Reminder.LAST: timedelta(hours=2.4)},
    48: {Reminder.HALF: timedelta(hours=24), Reminder.LAST: timedelta(hours=4.8)},
    72: {Reminder.HALF: timedelta(hours=36), Reminder.LAST: timedelta(hours=7.2)},
    168: {Reminder.HALF: timedelta(hours=84), Reminder.LAST: timedelta(hours=12)},
}


@dataclass(frozen=True, slots=True)
class Stopped:
    """A clock that stands still: what is left of the turn's own time, and of the bank."""

    turn_left: timedelta
    bank_left: timedelta

    def start(self, at: datetime) -> "Running":
        """The one deadline function: from what is left to the moments of danger."""
        bank_at = at.astimezone(UTC) + self.turn_left
        return Running(bank_at=bank_at, deadline_at=bank_at + self.bank_left)

    def with_least(self) -> "Stopped":
        """As it is, with an hour at least until the game is lost."""
        missing = LEAST_LEFT - self.turn_left - self.bank_left
        return Stopped(self.turn_left + max(missing, timedelta()), self.bank_left)


@dataclass(frozen=True, slots=True)
class Running:
    """A clock that runs: when the bank begins, and when the game is lost."""

    bank_at: datetime
    deadline_at: datetime

    def stop(self, at: datetime) -> Stopped:
        """What is left then; nothing less than nothing, for a play within the grace."""
        at, nothing = at.astimezone(UTC), timedelta()
        return Stopped(
            turn_left=max(self.bank_at - at, nothing),
            bank_left=max(self.deadline_at - max(at, self.bank_at), nothing),
        )

    def put_off(self, by: timedelta) -> "Running":
        return Running(self.bank_at + by, self.deadline_at + by)

    def is_lost_at(self, moment: datetime) -> bool:
        return moment >= self.deadline_at + GRACE


def begin_turn(*, pace: int, bank_left: timedelta) -> Stopped:
    """A whole turn of `pace` hours, not yet begun."""
    return Stopped(timedelta(hours=pace), bank_left)


def list_reminders(clock: Running, *, pace: int) -> dict[Reminder, datetime]:
    """When each reminder of this deadline is due, the earliest first."""
    has_long_bank = clock.deadline_at - clock.bank_at >= LONG_BANK
    ends = {
        Reminder.HALF: clock.bank_at,
        Reminder.LAST: clock.deadline_at if has_long_bank else clock.bank_at,
    }
    return {kind: ends[kind] - before for kind, before in REMINDED_BEFORE[pace].items()}


def find_first_reminder(clock: Running, *, pace: int, at: datetime) -> datetime:
    """The first that is still ahead; where none is, now, for a clock that has just gone on."""
    ahead = [moment for moment in list_reminders(clock, pace=pace).values() if moment > at]
    return min(ahead, default=at)


def find_reminder(clock: Running, *, pace: int, at: datetime) -> tuple[Reminder, datetime | None]:
    """Which reminder is due at that moment, and when the next one is; None where none follows."""
    last_at = list_reminders(clock, pace=pace)[Reminder.LAST]
    if at >= last_at or Reminder.HALF not in REMINDED_BEFORE[pace]:
        return Reminder.LAST, None
    return Reminder.HALF, last_at
