"""What becomes of a notice: taken by one worker for a while, begun, and put down with its outcome.

Each change is one UPDATE of rows that are the worker's own still.
"""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Case, F, IntegerField, Q, Value, When

from games import clock
from games.mail.failures import Failure, describe_error
from games.models import Notice, NoticeQuerySet, NoticeReason, NoticeState
from games.services.pauses import Pause

# Longer than the slowest talk with a mail server: after it nobody works on the notice any more.
CLAIM = timedelta(minutes=5)
PAUSES = [timedelta(minutes=minutes) for minutes in (1, 5, 15, 60)]
MOST_ATTEMPTS = 5
MOST_UNKNOWN = 2
# Of an outage, the pause is a quarter of the time that the mail has been owed, within these.
SHORTEST_OUTAGE, LONGEST_OUTAGE = timedelta(minutes=1), timedelta(minutes=15)

# A claim that ran out was left behind; whether a mail of it went out, nobody knows.
_BEGUN = Q(state=NoticeState.CLAIMED) & ~Q(address="")
_UNKNOWN_OUTCOMES = Case(
    When(_BEGUN, then=F("unknown_outcomes") + 1),
    default=F("unknown_outcomes"),
    output_field=IntegerField(),
)
_BEFORE_CLAIM = Case(
    When(attempts__gt=0, then=Value(NoticeState.FAILED)), default=Value(NoticeState.PENDING)
)


def claim_due(*, most: int) -> list[Notice]:
    """Take so many of the due notices, the longest due first."""
    return _claim(Notice.objects.due(clock.now()), most=most)


def claim_one(notice_id: int) -> list[Notice]:
    """Take this notice; nothing where it is not due, or somebody else has it."""
    return _claim(Notice.objects.due(clock.now()).filter(pk=notice_id), most=1)


def read_again(notices: Sequence[Notice]) -> list[Notice]:
    """Claimed notices that are not begun, as they are by now, without those that are lost."""
    return _read([notice.pk for notice in notices], notices[0].due_at)


def begin(notice: Notice, address: str) -> bool:
    """Note that from here on nobody may know what became of it; False if the claim is lost."""
    notice.attempts += 1
    until, notice.address = clock.now() + CLAIM, address
    began = _update(notice, attempts=notice.attempts, address=address, due_at=until)
    notice.due_at = until
    return began


class LastSent:
    """The mail that went out last. It is noted in one commit with the beginning of the next, for
    commits cost as much as all else in a mail; before anything else is done, by `note`.
    """

    def __init__(self) -> None:
        self._unnoted: tuple[Notice, datetime] | None = None

    def set(self, notice: Notice, at: datetime) -> NoticeState:
        self._unnoted = notice, at
        return NoticeState.SENT

    def note(self) -> None:
        if self._unnoted is not None:
            notice, at = self._unnoted
            settle(notice, NoticeState.SENT, at=at)
            self._unnoted = None

    def note_and_begin(self, notice: Notice, address: str) -> bool:
        """As `begin`, of the next. Where it fails, the other is still to be noted."""
        if self._unnoted is None:
            return begin(notice, address)
        sent, at = self._unnoted
        with transaction.atomic():
            settle(sent, NoticeState.SENT, at=at)
            has_begun = begin(notice, address)
        self._unnoted = None
        return has_begun


def put_back(notices: Sequence[Notice]) -> None:
    """Leave to the next sweep what is not begun."""
    if not notices:
        return
    mine = Notice.objects.filter(state=NoticeState.CLAIMED, due_at=notices[0].due_at)
    left = mine.filter(pk__in=[notice.pk for notice in notices])
    left.update(state=_BEFORE_CLAIM, reason="", due_at=clock.now())


def hold(notice: Notice, pause: Pause) -> NoticeState:
    """Not now. It is held where there is a reason to tell."""
    state = NoticeState.HELD if pause.reason else NoticeState.PENDING
    return _put_down(notice, state, reason=pause.reason or "", due_at=pause.until)


def wait_for_server(notice: Notice, error: Exception) -> NoticeState:
    """Back to be tried again: that no mail server would take it was no attempt, but of what may
    have arrived the only one that is left.
    """
    notice.last_error = describe_error(error)
    if notice.address and notice.unknown_outcomes:
        return settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
    notice.attempts -= bool(notice.address)  # it was counted when it began
    owed_for = clock.now() - notice.created_at
    pause = min(max(owed_for / 4, SHORTEST_OUTAGE), LONGEST_OUTAGE) * _spread()
    return _put_down(notice, NoticeState.FAILED, due_at=clock.now() + pause)


def fail(notice: Notice, failure: Failure, error: Exception) -> NoticeState:
    """After an attempt: to be tried again, or given up."""
    notice.last_error = describe_error(error)
    notice.attempts += not notice.address  # else it was counted when it began
    # What may have arrived was tried once more by this, and no oftener.
    was_unknown = notice.unknown_outcomes > 0
    notice.unknown_outcomes += failure is Failure.UNKNOWN
    if failure is Failure.FOR_GOOD:
        return settle(notice, NoticeState.PARKED, reason=NoticeReason.REFUSED)
    if was_unknown:
        return settle(notice, NoticeState.PARKED, reason=NoticeReason.UNKNOWN)
    if notice.attempts >= MOST_ATTEMPTS:
        return settle(notice, NoticeState.PARKED, reason=NoticeReason.TIRED)
    pause = PAUSES[notice.attempts - 1] * _spread()
    return _put_down(notice, NoticeState.FAILED, due_at=clock.now() + pause)


def settle(
    notice: Notice,
    state: NoticeState,
    *,
    reason: NoticeReason | None = None,
    at: datetime | None = None,
) -> NoticeState:
    """For good."""
    done_at = at or clock.now()
    return _put_down(notice, state, reason=reason or "", due_at=None, done_at=done_at)


def _claim(due: NoticeQuerySet, *, most: int) -> list[Notice]:
    """Of two who try, one gets each row: PostgreSQL passes over what is locked, SQLite lets in one
    transaction at a time. The claim's end tells it from every later claim of the same row.
    """
    until = clock.now() + CLAIM
    with transaction.atomic():
        free = due.select_for_update(skip_locked=True, no_key=True)
        keys = list(free.values_list("pk", flat=True)[:most])
        Notice.objects.filter(pk__in=keys).update(
            state=NoticeState.CLAIMED,
            due_at=until,
            address="",
            unknown_outcomes=_UNKNOWN_OUTCOMES,
        )
    return _read(keys, until)


def _read(keys: Sequence[int], until: datetime | None) -> list[Notice]:
    mine = Notice.objects.filter(state=NoticeState.CLAIMED, due_at=until)
    found = mine.with_subjects().in_bulk(keys)
    return [found[key] for key in keys if key in found]


def _put_down(notice: Notice, state: NoticeState, **columns: Any) -> NoticeState:
    kept = ("address", "attempts", "last_error", "unknown_outcomes")
    _update(notice, state=state, **{name: getattr(notice, name) for name in kept}, **columns)
    return state


def _update(notice: Notice, **columns: Any) -> bool:
    """Mark the notice, unless its claim has run out and somebody else has it by now."""
    mine = Notice.objects.filter(pk=notice.pk, state=NoticeState.CLAIMED, due_at=notice.due_at)
    return mine.update(**columns) == 1


def _spread() -> float:
    """So that not all that failed together is tried again together."""
    return random.uniform(1, 1.2)  # noqa: S311  no secret
