"""Why a mail that is owed need not be sent, or not yet: judged by facts that were read, without a
lock, right before it. Nothing here asks the database by itself.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.models import Notice, NoticeKind, NoticeReason, Seat
from games.services.facts import Facts, find_person
from games.services.mailboxes import find_mailbox

# Who did something on the site so lately is there, and will see it.
PRESENCE = timedelta(minutes=2)
# However often one person invites another, it comes by mail no oftener.
BETWEEN_INVITATIONS = timedelta(days=1)
# Between looks at whether another mail to the same person has gone out.
MOMENT = timedelta(seconds=30)


@dataclass(frozen=True, slots=True)
class Pause:
    """Until when a mail waits, and why, where its reader may know; None where it is a trifle."""

    until: datetime
    reason: NoticeReason | None = None


def find_reason(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Why nobody needs the mail any more; None if it is to be sent."""
    return find_silence(notice, facts) or FINDERS[NoticeKind(notice.kind)](notice, facts)


def find_silence(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Why its reader gets no mails of its kind, whatever it tells; None where they do.

    It may be a notice that nobody owes yet, of whoever wants to foresee who would hear.
    """
    if _is_gone(notice):
        return NoticeReason.GONE
    if find_mailbox(notice, facts) is None:
        return NoticeReason.NO_ADDRESS
    is_stopped = (find_person(notice), notice.mail_class) in facts.stops
    return NoticeReason.STOPPED if is_stopped else None


def find_pause(notice: Notice, facts: Facts) -> Pause | None:
    """Until when the mail waits: its reader is there, or has had one like it; None if not."""
    if notice.kind == NoticeKind.STAFF:
        return None
    seen_at = last_seen_at(notice)
    if seen_at is not None and seen_at > facts.now - PRESENCE:
        return Pause(seen_at + PRESENCE)
    if _is_another_on_its_way(notice, facts):
        return Pause(facts.now + MOMENT)
    return _find_day_after_invitation(notice, facts)


def last_seen_at(notice: Notice) -> datetime | None:
    person = notice.user or notice.guest
    return None if person is None else person.last_seen_at


def _is_gone(notice: Notice) -> bool:
    """What the staff did, who is suspended is told as well: they could not read it here."""
    if notice.user is None or notice.user.is_active:
        return False
    return notice.user.closed_at is not None or notice.kind != NoticeKind.STAFF


def _find_reason_of_invitation(notice: Notice, facts: Facts) -> NoticeReason | None:
    invitation = notice.invitation
    if invitation is None or not invitation.is_open_at(facts.now):
        return NoticeReason.ANSWERED
    is_told = (find_person(notice), invitation.rematch_of_id) in facts.told_rematches
    return NoticeReason.TOLD if is_told else None


def _find_day_after_invitation(notice: Notice, facts: Facts) -> Pause | None:
    """When the same person's offers may come by mail again; None where they may now."""
    if notice.kind != NoticeKind.INVITED or notice.invitation is None:
        return None
    inviter, sent = notice.invitation.inviter, facts.list_sent_lately(notice)
    sent_at = [mail.at for mail in sent if mail.tells_offer_of(inviter)]
    return Pause(sent_at[-1] + BETWEEN_INVITATIONS) if sent_at else None


def _find_reason_of_news(notice: Notice, facts: Facts) -> NoticeReason | None:
    seat = facts.find_seat(notice)
    if seat is None:
        return NoticeReason.GONE
    return NoticeReason.SEEN if _has_seen(seat, notice) else None


def _find_no_reason(_notice: Notice, _facts: Facts) -> None:
    """What the staff did is told in any case."""


def _find_reason_of_turn(notice: Notice, facts: Facts) -> NoticeReason | None:
    game, seat = notice.game, facts.find_seat(notice)
    if game is None or seat is None:
        return NoticeReason.GONE
    if not game.is_running:
        return NoticeReason.GAME_OVER
    if game.is_held:
        return NoticeReason.ON_HOLD
    if game.to_move != seat.index or game.version != notice.seq:
        return NoticeReason.PLAYED if _has_played(seat, notice, facts) else NoticeReason.ON_HOLD
    if _has_seen(seat, notice):
        return NoticeReason.SEEN
    return NoticeReason.TOLD if _is_told(notice, facts) else None


def _has_played(seat: Seat, notice: Notice, facts: Facts) -> bool:
    """Else the staff have held the game meanwhile: with its release came another notice."""
    return facts.last_choices.get((seat.game_id, seat.index), 0) > (notice.seq or 0)


def _has_seen(seat: Seat, notice: Notice) -> bool:
    return seat.seen_version is not None and seat.seen_version >= (notice.seq or 0)


def _is_told(notice: Notice, facts: Facts) -> bool:
    """Whether a mail since the last visit says so: a turn mail lists every game that waits, and
    those of an accepted invitation or of the staff say whose turn it is."""
    move = (notice.reader, notice.game_id or 0, notice.seq or 0)
    told_at = (facts.turn_mails.get(notice.reader), facts.told_moves.get(move))
    seen_at = last_seen_at(notice)
    return any(at is not None and (seen_at is None or at > seen_at) for at in told_at)


def _is_another_on_its_way(notice: Notice, facts: Facts) -> bool:
    """Two at once would not know of each other; the later one waits."""
    if notice.kind not in (NoticeKind.TURN, NoticeKind.INVITED):
        return False
    claimed = facts.claimed.get((notice.reader, NoticeKind(notice.kind)), [])
    return any(key < notice.pk for key in claimed)


# Each kind of its own: one that is missing here fails at its first mail.
FINDERS: dict[NoticeKind, Callable[[Notice, Facts], NoticeReason | None]] = {
    NoticeKind.INVITED: _find_reason_of_invitation,
    NoticeKind.ACCEPTED: _find_reason_of_news,
    NoticeKind.TURN: _find_reason_of_turn,
    NoticeKind.GAME_OVER: _find_reason_of_news,
    NoticeKind.STAFF: _find_no_reason,
}
