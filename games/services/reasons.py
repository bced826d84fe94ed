"""Why a mail that is owed need not be sent, or not yet. Read without a lock, right before it."""

from collections.abc import Callable
from datetime import datetime, timedelta

from django.db.models import Max, Q

from games import clock
from games.models import (
    MailStop,
    Move,
    MoveKind,
    Notice,
    NoticeKind,
    NoticeQuerySet,
    NoticeReason,
    NoticeState,
    Seat,
    Via,
)
from games.services.mailboxes import find_mailbox

# Who did something on the site so lately is there, and will see it.
PRESENCE = timedelta(minutes=2)
# However often one person invites another, it comes by mail no oftener.
BETWEEN_INVITATIONS = timedelta(days=1)
# Between looks at whether another mail to the same person has gone out.
MOMENT = timedelta(seconds=30)


def find_reason(notice: Notice) -> NoticeReason | None:
    """Why nobody needs the mail any more; None if it is to be sent."""
    return find_silence(notice) or FINDERS[NoticeKind(notice.kind)](notice)


def find_silence(notice: Notice) -> NoticeReason | None:
    """Why its reader gets no mails of its kind, whatever it tells; None where they do.

    It may be a notice that nobody owes yet, of whoever wants to foresee who would hear.
    """
    if _is_gone(notice):
        return NoticeReason.GONE
    if find_mailbox(notice) is None:
        return NoticeReason.NO_ADDRESS
    return NoticeReason.STOPPED if _is_stopped(notice) else None


def find_pause(notice: Notice) -> datetime | None:
    """Until when the mail waits: its reader is there, or has had one like it; None if not."""
    if notice.kind == NoticeKind.STAFF:
        return None
    now, seen_at = clock.now(), last_seen_at(notice)
    if seen_at is not None and seen_at > now - PRESENCE:
        return seen_at + PRESENCE
    if _is_another_on_its_way(notice):
        return now + MOMENT
    return _find_day_after_invitation(notice)


def last_seen_at(notice: Notice) -> datetime | None:
    person = notice.user or notice.guest
    return None if person is None else person.last_seen_at


def _is_gone(notice: Notice) -> bool:
    """What the staff did, who is suspended is told as well: they could not read it here."""
    if notice.user is None or notice.user.is_active:
        return False
    return notice.user.closed_at is not None or notice.kind != NoticeKind.STAFF


def _is_stopped(notice: Notice) -> bool:
    stops = MailStop.objects.of(notice.reader).filter(mail_class=notice.mail_class)
    return notice.mail_class is not None and stops.exists()


def _find_reason_of_invitation(notice: Notice) -> NoticeReason | None:
    invitation = notice.invitation
    if invitation is None or not invitation.is_open_at(clock.now()):
        return NoticeReason.ANSWERED
    is_told = invitation.rematch_of_id is not None and (
        _list_invited(notice).filter(invitation__rematch_of=invitation.rematch_of_id).exists()
    )
    return NoticeReason.TOLD if is_told else None


def _find_day_after_invitation(notice: Notice) -> datetime | None:
    """When the same person's offers may come by mail again; None where they may now."""
    invitation = notice.invitation
    if notice.kind != NoticeKind.INVITED or invitation is None:
        return None
    last = _list_invited(notice).filter(
        done_at__gt=clock.now() - BETWEEN_INVITATIONS,
        invitation__inviter_user=invitation.inviter_user_id,
        invitation__inviter_guest=invitation.inviter_guest_id,
    )
    sent_at = last.aggregate(at=Max("done_at"))["at"]
    return None if sent_at is None else sent_at + BETWEEN_INVITATIONS


def _list_invited(notice: Notice) -> NoticeQuerySet:
    """The invitations of which the reader has had a mail."""
    others = Notice.objects.of(notice.reader).exclude(pk=notice.pk)
    return others.filter(kind=NoticeKind.INVITED, state=NoticeState.SENT)


def _find_reason_of_news(notice: Notice) -> NoticeReason | None:
    seat = _find_seat(notice)
    if seat is None:
        return NoticeReason.GONE
    return NoticeReason.SEEN if _has_seen(seat, notice) else None


def _find_no_reason(_notice: Notice) -> None:
    """What the staff did is told in any case."""


def _find_reason_of_turn(notice: Notice) -> NoticeReason | None:
    game, seat = notice.game, _find_seat(notice)
    if game is None or seat is None:
        return NoticeReason.GONE
    if not game.is_running:
        return NoticeReason.GAME_OVER
    if game.is_held:
        return NoticeReason.ON_HOLD
    if game.to_move != seat.index or game.version != notice.seq:
        return NoticeReason.PLAYED if _has_played(seat, notice) else NoticeReason.ON_HOLD
    if _has_seen(seat, notice):
        return NoticeReason.SEEN
    return NoticeReason.TOLD if _is_told(notice) else None


def _find_seat(notice: Notice) -> Seat | None:
    return Seat.objects.of(notice.reader).filter(game=notice.game_id).first()


def _has_played(seat: Seat, notice: Notice) -> bool:
    """Else the staff have held the game meanwhile: with its release came another notice."""
    since = Move.objects.filter(game=notice.game_id, seq__gt=notice.seq or 0, seat=seat.index)
    return since.filter(kind=MoveKind.PLAY).exclude(via=Via.FORCED).exists()


def _has_seen(seat: Seat, notice: Notice) -> bool:
    return seat.seen_version is not None and seat.seen_version >= (notice.seq or 0)


def _is_told(notice: Notice) -> bool:
    """Whether a mail since the last visit says so: a turn mail lists every game that waits, and
    those of an accepted invitation or of the staff say whose turn it is."""
    told = Q(kind=NoticeKind.TURN) | Q(game=notice.game_id, seq=notice.seq)
    others = Notice.objects.of(notice.reader).exclude(pk=notice.pk)
    sent = others.filter(told, state=NoticeState.SENT)
    seen_at = last_seen_at(notice)
    return (sent if seen_at is None else sent.filter(done_at__gt=seen_at)).exists()


def _is_another_on_its_way(notice: Notice) -> bool:
    """Two at once would not know of each other; the later one waits."""
    if notice.kind not in (NoticeKind.TURN, NoticeKind.INVITED):
        return False
    others = Notice.objects.of(notice.reader).filter(state=NoticeState.CLAIMED)
    return others.filter(kind=notice.kind, pk__lt=notice.pk).exists()


# Each kind of its own: one that is missing here fails at its first mail.
FINDERS: dict[NoticeKind, Callable[[Notice], NoticeReason | None]] = {
    NoticeKind.INVITED: _find_reason_of_invitation,
    NoticeKind.ACCEPTED: _find_reason_of_news,
    NoticeKind.TURN: _find_reason_of_turn,
    NoticeKind.GAME_OVER: _find_reason_of_news,
    NoticeKind.STAFF: _find_no_reason,
}
