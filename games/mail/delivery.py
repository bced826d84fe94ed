"""Sending what is owed: claimed by one UPDATE, looked at again, sent outside any transaction,
and marked. Whatever happens on the way, each notice ends as sent, skipped or parked, with a reason.
"""

import logging
import random
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from typing import Any

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import Case, F, IntegerField, When

from games import clock
from games.mail.compose import compose
from games.mail.failures import Failure, describe_error, judge
from games.mail.headers import make_message
from games.models import Notice, NoticeReason, NoticeState, Sweep
from games.services.facts import Facts
from games.services.mailboxes import find_mailbox
from games.services.reasons import Pause, find_pause, find_reason

logger = logging.getLogger(__name__)

SWEEP = "notices"
SWEPT_AT_ONCE = 200
# A slow mail server keeps no sweep for ever; the next one goes on.
ROUND = 60.0  # seconds
# Longer than the slowest talk with a mail server: after it nobody works on the notice any more.
CLAIM = timedelta(minutes=5)
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60)]
MOST_ATTEMPTS = 5
MOST_UNKNOWN = 2
# Of an outage, the pause is a quarter of the time that the mail has been owed, within these.
SHORTEST_OUTAGE, LONGEST_OUTAGE = timedelta(minutes=1), timedelta(minutes=15)


class _ServerAway(Exception):
    """No connection could be opened: whatever else is due would meet the same."""


def deliver_due() -> Counter[NoticeState]:
    """Everything that is due, over one connection; returns what became of it. Needs no worker."""
    done: Counter[NoticeState] = Counter()
    began = time.monotonic()
    due = list(Notice.objects.due(clock.now()).values_list("pk", flat=True)[:SWEPT_AT_ONCE])
    with _open_connection() as connection:
        for notice_id in due:
            try:
                state = _deliver(notice_id, connection)
            except _ServerAway:
                done[NoticeState.FAILED] += 1
                break
            if state:
                done[state] += 1
            if time.monotonic() - began > ROUND:
                break
    Sweep.record(SWEEP)
    return done


def deliver(notice_id: int) -> NoticeState | None:
    """What is to be done about one notice; None where it is not due, or somebody else has it."""
    with _open_connection() as connection:
        try:
            return _deliver(notice_id, connection)
        except _ServerAway:
            return NoticeState.FAILED


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


def _deliver(notice_id: int, connection: BaseEmailBackend) -> NoticeState | None:
    notice = _claim(notice_id)
    if notice is None:
        return None
    if notice.unknown_outcomes >= MOST_UNKNOWN:
        return _settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
    try:
        message = _prepare(notice)
    except Exception as error:
        # Of our own making: nothing was sent, and the error's text may quote the mail.
        logger.error("The mail of notice %d failed (%s).", notice.pk, type(error).__qualname__)
        return _fail(notice, Failure.LATER, error)
    return _send(notice, message, connection) if message else NoticeState(notice.state)


def _claim(notice_id: int) -> Notice | None:
    """Take the notice for a while: one UPDATE, so that of two who try one succeeds.

    A claim that has run out was left behind in the middle, and nobody knows how far it came.
    """
    now = clock.now()
    left_behind = When(state=NoticeState.CLAIMED, then=F("unknown_outcomes") + 1)
    due = Notice.objects.due(now).filter(pk=notice_id).order_by()
    claimed = due.update(
        state=NoticeState.CLAIMED,
        due_at=now + CLAIM,
        attempts=F("attempts") + 1,
        unknown_outcomes=Case(
            left_behind, default=F("unknown_outcomes"), output_field=IntegerField()
        ),
    )
    if not claimed:
        return None
    return Notice.objects.select_related("user", "guest", "game", "invitation").get(pk=notice_id)


def _prepare(notice: Notice) -> EmailMultiAlternatives | None:
    """The mail; None where none is to be sent, or not now, which is then written down."""
    facts = Facts([notice])
    if reason := find_reason(notice, facts):
        _settle(notice, NoticeState.SKIPPED, reason=reason)
        return None
    if pause := find_pause(notice, facts):
        _postpone(notice, pause)
        return None
    mailbox = find_mailbox(notice, facts)
    if mailbox is None:  # taken back since the first look
        _settle(notice, NoticeState.SKIPPED, reason=NoticeReason.NO_ADDRESS)
        return None
    return make_message(notice, compose(notice, mailbox), mailbox)


def _send(
    notice: Notice, message: EmailMultiAlternatives, connection: BaseEmailBackend
) -> NoticeState:
    notice.address = message.to[0]
    # Who comes by while a slow mail server thinks has been here since the mail was written.
    written_at = clock.now()
    _reach_server(notice, connection)
    try:
        connection.send_messages([message])
    except Exception as error:
        _close(connection)
        logger.warning("Notice %d was not sent (%s).", notice.pk, describe_error(error))
        return _fail(notice, judge(error), error)
    return _settle(notice, NoticeState.SENT, at=written_at)


def _reach_server(notice: Notice, connection: BaseEmailBackend) -> None:
    """Open the connection, if it is not open yet; that it cannot be is no failure of the mail.

    Raises _ServerAway, with the notice put back.
    """
    try:
        connection.open()
    except Exception as error:
        _close(connection)
        notice.last_error = describe_error(error)
        logger.warning("The mail server cannot be reached (%s).", notice.last_error)
        _wait_for_server(notice)
        raise _ServerAway from error


def _wait_for_server(notice: Notice) -> None:
    """Back to be tried again: that was no attempt."""
    owed_for = clock.now() - notice.created_at
    pause = min(max(owed_for / 4, SHORTEST_OUTAGE), LONGEST_OUTAGE) * _spread()
    state, due_at = NoticeState.FAILED, clock.now() + pause
    _write(notice, state=state, due_at=due_at, attempts=notice.attempts - 1)


def _fail(notice: Notice, failure: Failure, error: Exception) -> NoticeState:
    notice.last_error = describe_error(error)
    if failure is Failure.FOR_GOOD:
        return _settle(notice, NoticeState.PARKED, reason=NoticeReason.REFUSED)
    if failure is Failure.UNKNOWN:
        notice.unknown_outcomes += 1
        if notice.unknown_outcomes >= MOST_UNKNOWN:
            return _settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
    if notice.attempts >= MOST_ATTEMPTS:
        return _settle(notice, NoticeState.PARKED, reason=NoticeReason.TIRED)
    pause = PAUSES[notice.attempts - 1] * _spread()
    return _write(notice, state=NoticeState.FAILED, due_at=clock.now() + pause)


def _spread() -> float:
    """So that not all that failed together is tried again together."""
    return random.uniform(1, 1.2)  # noqa: S311  no secret


def _postpone(notice: Notice, pause: Pause) -> NoticeState:
    """Not now: that was no attempt. It is held where there is a reason to tell."""
    state = NoticeState.HELD if pause.reason else NoticeState.PENDING
    columns = {"reason": pause.reason or "", "attempts": notice.attempts - 1}
    return _write(notice, state=state, due_at=pause.until, **columns)


def _settle(
    notice: Notice,
    state: NoticeState,
    *,
    reason: NoticeReason | None = None,
    at: datetime | None = None,
) -> NoticeState:
    return _write(notice, state=state, reason=reason or "", due_at=None, done_at=at or clock.now())


def _write(notice: Notice, **columns: Any) -> NoticeState:
    """Mark the notice, unless its claim has run out and somebody else has it by now."""
    kept = {name: getattr(notice, name) for name in ("address", "last_error", "unknown_outcomes")}
    mine = Notice.objects.filter(pk=notice.pk, state=NoticeState.CLAIMED, attempts=notice.attempts)
    mine.update(**kept, **columns)
    notice.state = columns["state"]
    return NoticeState(notice.state)
