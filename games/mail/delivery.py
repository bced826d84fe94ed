"""Sending what is owed: claimed a few at a time, looked at again, sent outside any transaction,
and marked. Whatever happens on the way, each notice ends as sent, skipped or parked, with a reason.
"""

import logging
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games import clock
from games.mail import claims
from games.mail.compose import compose
from games.mail.failures import Failure, describe_error, judge
from games.mail.headers import make_message
from games.models import Notice, NoticeReason, NoticeState, Player, Sweep
from games.services.facts import Facts, find_person
from games.services.mailboxes import Mailbox, find_mailbox
from games.services.reasons import Pause, find_pause, find_reason

logger = logging.getLogger(__name__)

SWEEP = "notices"
CLAIMED_AT_ONCE = 20
# A slow mail server keeps no sweep for ever; the next one goes on.
ROUND = 60.0  # seconds
# What was read so long ago may have changed: somebody has played, or has come by.
FRESH = 1.0  # seconds

Outcomes = Counter[NoticeState]


class _ServerAway(Exception):
    """No connection could be opened: whatever else is due would meet the same."""


def deliver_due() -> Outcomes:
    """Everything that is due, over one connection; returns what became of it. Needs no worker."""
    done: Outcomes = Counter()
    ends_at = time.monotonic() + ROUND
    with _open_connection() as connection, suppress(_ServerAway):
        while time.monotonic() < ends_at and (notices := claims.claim_due(most=CLAIMED_AT_ONCE)):
            _Batch(notices, connection, done).deliver(until=ends_at)
    Sweep.record(SWEEP)
    return done


def deliver(notice_id: int) -> NoticeState | None:
    """What is to be done about one notice; None where it is not due, or somebody else has it."""
    done: Outcomes = Counter()
    with _open_connection() as connection, suppress(_ServerAway):
        if notices := claims.claim_one(notice_id):
            _Batch(notices, connection, done).deliver(until=time.monotonic() + ROUND)
    return next(iter(done), None)


@contextmanager
def _open_connection() -> Iterator[BaseEmailBackend]:
    """It is opened by the first mail, and again by the first after a failure."""
    connection = get_connection()
    try:
        yield connection
    finally:
        _close(connection)


def _close(connection: BaseEmailBackend) -> None:
    with suppress(Exception):  # saying goodbye to a mail server that has gone
        connection.close()


class _Batch:
    """Claimed notices, one after the other, with facts that are read anew when they are old."""

    def __init__(
        self, notices: list[Notice], connection: BaseEmailBackend, done: Outcomes
    ) -> None:
        self.left = notices
        self.connection = connection
        self.done = done
        self._look()

    def deliver(self, *, until: float) -> None:
        """Puts back what is left when time is up, or no mail server can be reached."""
        try:
            while self.left and time.monotonic() < until:
                self._refresh()
                self._deliver_next()
        finally:
            if self.left:
                claims.put_back(self.left)

    def _look(self) -> None:
        self.facts = Facts(self.left)
        self.looked_at = time.monotonic()
        self.told: set[Player | None] = set()

    def _refresh(self) -> None:
        """Facts do not last, nor do they know of the mail that their reader has just been sent."""
        is_old = time.monotonic() - self.looked_at > FRESH
        if is_old or find_person(self.left[0]) in self.told:
            self.left = claims.read_again(self.left)
            self._look()

    def _deliver_next(self) -> None:
        notice = self.left.pop(0)
        state = self._deliver(notice)
        self.told.add(find_person(notice))
        self.done[state] += 1

    def _deliver(self, notice: Notice) -> NoticeState:
        if notice.unknown_outcomes >= claims.MOST_UNKNOWN:
            return claims.settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
