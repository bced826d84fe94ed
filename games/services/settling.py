"""What the staff do about a mail that is owed, or was."""

from django.db import transaction

from games import clock, dispatch
from games.models import Notice, NoticeReason, NoticeState
from games.services.errors import AlreadyOnItsWay, NoLongerOwed
from games.services.facts import Facts
from games.services.notices import make_message_id
from games.services.reasons import find_reason


def skip(notice_id: int) -> None:
    """Never send it. Raises NoLongerOwed where it is done already, AlreadyOnItsWay while sent."""
    with transaction.atomic():
        notice = _lock(notice_id)
        if notice.due_at is None:
            raise NoLongerOwed(NoticeReason(notice.reason) if notice.reason else None)
        notice.state, notice.reason = NoticeState.SKIPPED, NoticeReason.BY_STAFF
        notice.due_at, notice.done_at = None, clock.now()
        notice.save(update_fields=["state", "reason", "due_at", "done_at"])


def resend(notice_id: int) -> None:
    """Send it now, whatever became of it, in words that tell how things are now.

    What went out goes out as a new mail; what did not, or nobody knows, keeps its Message-ID.
    Raises NoLongerOwed, with the reason, for what nobody needs any more, and AlreadyOnItsWay.
    """
    with transaction.atomic():
        notice = _lock(notice_id)
        if reason := find_reason(notice, Facts([notice])):
            raise NoLongerOwed(reason)
        if notice.state == NoticeState.SENT:
            notice.message_id = make_message_id()
        notice.state, notice.reason, notice.last_error = NoticeState.PENDING, "", ""
        notice.attempts = notice.unknown_outcomes = 0
        notice.due_at, notice.done_at = clock.now(), None
        notice.save()
        dispatch.nudge_notice(notice.pk)


def let_go(notice_id: int) -> None:
    """Count what was given up as skipped, where nobody needs it any more."""
    with transaction.atomic():
        notice = _lock(notice_id)
        reason = find_reason(notice, Facts([notice]))
        if notice.state == NoticeState.PARKED and reason is not None:
            notice.state, notice.reason, notice.done_at = NoticeState.SKIPPED, reason, clock.now()
            notice.save(update_fields=["state", "reason", "done_at"])


def _lock(notice_id: int) -> Notice:
    notices = Notice.objects.with_subjects()
    notice = notices.select_for_update(of=("self",), no_key=True).get(pk=notice_id)
    if notice.state == NoticeState.CLAIMED:
        raise AlreadyOnItsWay
    return notice
