"""The numbers that people are promised, written out: elsewhere tests go by the constants."""

from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse

from games import deadlines, stays
from games.deadlines import Reminder
from games.mail import claims
from games.models import Bank, Pace
from games.queries import added_time
from games.services import (
    gifts,
    housekeeping,
    idle_games,
    invitation_limits,
    invitations,
    notices,
    nudges,
    outages,
    pauses,
    vacations,
)

PROMISED: dict[str, tuple[Any, Any]] = {
    "a play that comes late counts for": (deadlines.GRACE, timedelta(seconds=60)),
    "a clock that goes on has": (deadlines.LEAST_LEFT, timedelta(hours=1)),
    "a bank is long from": (deadlines.LONG_BANK, timedelta(hours=12)),
    "silence is an outage after": (outages.MOST_LATE, timedelta(minutes=10)),
    "an outage is told for": (added_time.OUTAGE_TOLD, timedelta(days=3)),
    "a game against the computer is put away after": (idle_games.IDLE_AGE, timedelta(days=60)),
    "with a warning before, of": (idle_games.WARNED_BEFORE, timedelta(days=7)),
    "a gift of time": (gifts.GIFT, timedelta(hours=24)),
    "gifts in a match": (gifts.MOST_GIFTS, 5),
    "hours of vacation in a year": (stays.HOURS_A_YEAR, 720),
    "word before a vacation ends": (vacations.TOLD_BEFORE, timedelta(days=1)),
    "a turn mail waits": (notices.TURN_WAIT, timedelta(seconds=90)),
    "no turn mail against the computer within": (notices.COMPUTER_QUIET, timedelta(minutes=15)),
    "being there": (pauses.PRESENCE, timedelta(minutes=2)),
    "being there puts off for": (pauses.LONGEST_FOR_PRESENCE, timedelta(hours=6)),
    "mails in a day": (pauses.MOST_A_DAY, 10),
    "a day of mails": (pauses.DAY, timedelta(hours=24)),
    "nobody is nudged within": (nudges.BETWEEN_NUDGES, timedelta(hours=24)),
    "nobody is nudged before": (nudges.PATIENCE, timedelta(hours=12)),
    "tries of a mail": (claims.MOST_ATTEMPTS, 5),
    "tries of a mail that may have arrived": (claims.MOST_UNKNOWN, 2),
    "an invitation": (invitations.LIFETIME, timedelta(days=14)),
    "an open seat": (invitations.SEAT_LIFETIME, timedelta(days=7)),
    "addresses in a day": (invitation_limits.MOST_ADDRESSES_A_DAY, 10),
    "the same address again after": (invitation_limits.BETWEEN_ADDRESSES, timedelta(days=7)),
    "a notice is kept for": (housekeeping.NOTICE_AGE, timedelta(days=90)),
    "hours of a turn": (Pace.values, [12, 24, 48, 72, 168]),
    "hours of a bank": (Bank.values, [0, 24, 72, 168]),
}
# Hours before the end of a turn, the first and the last.
REMINDED = {12: (None, 2), 24: (12, 2.4), 48: (24, 4.8), 72: (36, 7.2), 168: (84, 12)}


@pytest.mark.parametrize("name", PROMISED)
def test_number_is_as_promised(name: str) -> None:
    found, promised = PROMISED[name]
    assert found == promised


@pytest.mark.parametrize("pace", REMINDED)
def test_reminders_come_when_promised(pace: int) -> None:
    half, last = REMINDED[pace]
    expected = {Reminder.LAST: timedelta(hours=last)}
    if half is not None:
        expected[Reminder.HALF] = timedelta(hours=half)
    assert deadlines.REMINDED_BEFORE[pace] == expected


@pytest.mark.django_db
@pytest.mark.parametrize(
    "words",
    [
        "we wait 90 seconds",
        "within the last 2 minutes",
        "or after 6 hours, it goes out",
        "No more than 10 mails a day",
        "Only a last reminder breaks your quiet hours, and a test mail that you ask for.",
    ],
)
def test_page_about_time_tells_it(client: Any, words: str) -> None:
    assert words in " ".join(client.get(reverse("games:time")).content.decode().split())
