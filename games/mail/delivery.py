"""Sending what is owed: claimed a few at a time, looked at again, sent outside any transaction,
and marked. Whatever happens on the way, each notice ends as sent, skipped or parked, with a reason.
"""

import logging
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from time import monotonic

from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend

from games import clock
from games.mail import claims
from games.mail.compose import compose
from games.mail.failures import Failure, check_taken, describe_error, judge
from games.mail.headers import make_message
from games.models import Notice, NoticeReason, NoticeState, Player, Sweep
from games.services.facts import Facts, find_person
from games.services.mailboxes import Mailbox, find_mailbox
from games.services.pauses import Pause, find_pause
from games.services.reasons import find_reason

logger = logging.getLogger(__name__)

SWEEP = "notices"
CLAIMED_AT_ONCE = 50
# A slow mail server keeps no sweep for ever; the next one goes on.
ROUND = 60.0  # seconds
# What was read so long ago may have changed: somebody has played, or has come by.
FRESH = 1.0  # seconds

Outcomes = Counter[NoticeState]


class _ServerAway(Exception):
    """Whoever sends mails takes none now: whatever else is due would meet the same."""


class _Look:
    """What was known of some notices at one moment; it does not last."""

    def __init__(self, notices: list[Notice]) -> None:
        self.facts = Facts(notices)
        self.at = monotonic()
        self.told: set[Player | None] = set()

    def holds_for(self, notice: Notice) -> bool:
        """False also for whom a mail has gone to since: the next may be needless by it."""
        is_fresh = monotonic() - self.at <= FRESH
        return is_fresh and find_person(notice) not in self.told


def deliver_due() -> Outcomes:
    """Everything that is due, over one connection; returns what became of it. Needs no worker."""
    done: Outcomes = Counter()
    ends_at = monotonic() + ROUND
    with _open_connection() as connection, suppress(_ServerAway):
        while monotonic() < ends_at and (claimed := claims.claim_due(most=CLAIMED_AT_ONCE)):
            _deliver_claimed(claimed, connection, done, ends_at=ends_at)
    Sweep.record(SWEEP)
    return done


def deliver(notice_id: int) -> NoticeState | None:
    """What is to be done about one notice; None where it is not due, or somebody else has it."""
    done: Outcomes = Counter()
    with _open_connection() as connection, suppress(_ServerAway):
        claimed = claims.claim_one(notice_id)
        _deliver_claimed(claimed, connection, done, ends_at=monotonic() + ROUND)
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


def _deliver_claimed(
    left: list[Notice], connection: BaseEmailBackend, done: Outcomes, *, ends_at: float
) -> None:
    """One after the other. What is not begun when time is up is put back, and so it is where no
    mail server can be reached, which raises _ServerAway.
    """
    look, last = _Look(left), claims.LastSent()
    try:
        while left and monotonic() < ends_at:
            if not look.holds_for(left[0]):
                last.note()
                left = claims.read_again(left)
                look = _Look(left)
                continue
            notice = left.pop(0)
            state = _deliver(notice, look.facts, connection, last=last)
            if state is NoticeState.SENT:
                look.told.add(find_person(notice))
            else:
                last.note()
            if state:
                done[state] += 1
    except _ServerAway:
        done[NoticeState.FAILED] += 1
        raise
    finally:
        last.note()
        claims.put_back(left)


def _deliver(
    notice: Notice, facts: Facts, connection: BaseEmailBackend, *, last: claims.LastSent
) -> NoticeState | None:
    """None where the claim was lost."""
    if notice.unknown_outcomes >= claims.MOST_UNKNOWN:
        return claims.settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
    try:
        decision = _decide(notice, facts)
    except Exception as error:
        return _fail_to_write(notice, error)
    if isinstance(decision, NoticeReason):
        return claims.settle(notice, NoticeState.SKIPPED, reason=decision)
    if isinstance(decision, Pause):
        return claims.hold(notice, decision)
    _reach_server(notice, connection)
    if not last.note_and_begin(notice, decision.address):
        return None
    try:
        message = make_message(notice, compose(notice, decision, facts), decision)
    except Exception as error:
        return _fail_to_write(notice, error)
    return _send(notice, message, connection, last=last)


def _decide(notice: Notice, facts: Facts) -> NoticeReason | Pause | Mailbox:
    """Why it is not sent, or not now, or else where."""
    unneeded = find_reason(notice, facts) or find_pause(notice, facts)
    return unneeded or find_mailbox(notice, facts) or NoticeReason.NO_ADDRESS


def _fail_to_write(notice: Notice, error: Exception) -> NoticeState:
    """Of our own making: nothing was sent, and the error's text may quote the mail."""
    logger.error("The mail of notice %d failed (%s).", notice.pk, type(error).__qualname__)
    return claims.fail(notice, Failure.LATER, error)


def _reach_server(notice: Notice, connection: BaseEmailBackend) -> None:
    """Open the connection, if it is not open yet; that it cannot be is no failure of the mail.

    Raises _ServerAway, with the notice put back.
    """
    try:
        connection.open()
    except Exception as error:
        _close(connection)
        logger.warning("The mail server cannot be reached (%s).", describe_error(error))
        claims.wait_for_server(notice, error)
        raise _ServerAway from error


def _send(
    notice: Notice,
    message: EmailMultiAlternatives,
    connection: BaseEmailBackend,
    *,
    last: claims.LastSent,
) -> NoticeState:
    # Who comes by while a slow mail server thinks has been here since the mail was written.
    written_at = clock.now()
    try:
        connection.send_messages([message])
        check_taken(message)
    except Exception as error:
        _close(connection)
        logger.warning("Notice %d was not sent (%s).", notice.pk, describe_error(error))
        failure = judge(error)
        if failure is Failure.AWAY:
            claims.wait_for_server(notice, error)
            raise _ServerAway from error
        return claims.fail(notice, failure, error)
    return last.set(notice, written_at)
