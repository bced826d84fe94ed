"""Why a mail that is owed need not be sent: judged by facts that were read, without a
lock, right before it. Nothing here asks the database by itself.
"""

from collections.abc import Callable, Set
from datetime import datetime

from games.engine.pair import as_seat
from games.models import AddressStopReason, Notice, NoticeKind, NoticeReason, Seat, TurnMails
from games.services.facts import Facts, find_person
from games.services.mailboxes import find_mailbox
from games.services.notices import COMPUTER_QUIET


def find_reason(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Why nobody needs the mail any more; None if it is to be sent."""
    return find_silence(notice, facts) or FINDERS[NoticeKind(notice.kind)](notice, facts)


def find_silence(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Why its reader gets no mails of its kind, whatever it tells; None where they do.

    It may be a notice that nobody owes yet, of whoever wants to foresee who would hear.
    """
    if _is_gone(notice):
        return NoticeReason.GONE
    mailbox = find_mailbox(notice, facts)
    if mailbox is None:
        return NoticeReason.NO_ADDRESS
    if (find_person(notice), notice.mail_class) in facts.stops:
        return NoticeReason.STOPPED
    if _has_refused(notice, facts, mailbox.address):
        return NoticeReason.STOPPED
    return _find_reason_of_address(facts.address_stops[mailbox.address])


def last_seen_at(notice: Notice) -> datetime | None:
    person = notice.user or notice.guest
    return None if person is None else person.last_seen_at


def _is_gone(notice: Notice) -> bool:
    """What the staff did, who is suspended is told as well: they could not read it here."""
    if notice.user is None or notice.user.is_active:
        return False
    return notice.user.closed_at is not None or notice.kind != NoticeKind.STAFF


def _has_refused(notice: Notice, facts: Facts, address: str) -> bool:
    """Whether who has the address wants no invitations by it, member by now or not."""
    invitation = notice.invitation
    if invitation is None or notice.kind != NoticeKind.INVITED or not invitation.address:
        return False
    written_to = {address, invitation.address}
    return any(AddressStopReason.ASKED in facts.address_stops[each] for each in written_to)


def _find_reason_of_address(stops: Set[AddressStopReason]) -> NoticeReason | None:
    """Nothing goes where mail came back from."""
    if AddressStopReason.BOUNCED in stops:
        return NoticeReason.BOUNCED
    return NoticeReason.COMPLAINED if AddressStopReason.COMPLAINED in stops else None


def _find_reason_of_invitation(notice: Notice, facts: Facts) -> NoticeReason | None:
    invitation = notice.invitation
    if invitation is None or not invitation.is_open_at(facts.now):
        return NoticeReason.ANSWERED
    if _is_of_somebody_blocked(notice, facts):
        return NoticeReason.BLOCKED
    is_told = (find_person(notice), invitation.rematch_of_id) in facts.told_rematches
    return NoticeReason.TOLD if is_told else None


def _find_reason_of_news(notice: Notice, facts: Facts) -> NoticeReason | None:
    seat = facts.find_seat(notice)
    if seat is None:
        return NoticeReason.GONE
    return NoticeReason.SEEN if _has_seen(seat, notice) else None


def _find_reason_of_round(notice: Notice, facts: Facts) -> NoticeReason | None:
    """The bill of a round; once the game is over, its result tells more."""
    game, seat = notice.game, facts.find_seat(notice)
    if game is None or seat is None:
        return NoticeReason.GONE
    if not game.is_running:
        return NoticeReason.GAME_OVER
    if _has_played(seat, notice, facts):
        return NoticeReason.PLAYED
    return NoticeReason.SEEN if _has_seen(seat, notice) else None


def _find_no_reason(_notice: Notice, _facts: Facts) -> None:
    """What the staff did is told in any case, and so is a test that was asked for."""


def _find_reason_of_turn(notice: Notice, facts: Facts) -> NoticeReason | None:
    game, seat = notice.game, facts.find_seat(notice)
    if reason := _find_reason_at_table(notice, facts):
        return reason
    if seat is not None and _has_seen(seat, notice):
        return NoticeReason.SEEN
    if game is not None and game.computer_seat is not None and _was_here_lately(notice, facts):
        return NoticeReason.PRESENT
    return NoticeReason.TOLD if _is_told(notice, facts) else None


def _find_reason_of_nudge(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Who has seen the table and not played is the one to nudge."""
    if _is_of_somebody_blocked(notice, facts):
        return NoticeReason.BLOCKED
    return _find_reason_at_table(notice, facts)


def _find_reason_of_reminder(notice: Notice, facts: Facts) -> NoticeReason | None:
    """It is bound to its deadline: seeing the table plays no card."""
    if reason := _find_reason_at_table(notice, facts):
        return reason
    if notice.game is None or notice.game.deadline_at != notice.deadline_at:
        return NoticeReason.MOVED
    is_last = notice.kind == NoticeKind.LAST_REMINDER
    deadline = (notice.reader, notice.game.pk, notice.deadline_at)
    if not is_last and deadline in facts.told_deadlines:
        return NoticeReason.TOLD
    # The first speaks of the turn's own time, which the bank follows.
    ends_at = notice.game.deadline_at if is_last else notice.game.bank_at
    return NoticeReason.LATE if ends_at is None or facts.now >= ends_at else None


def _find_reason_at_table(notice: Notice, facts: Facts) -> NoticeReason | None:
    """Why nothing is to be played at the table by the reader, at that move."""
    game, seat = notice.game, facts.find_seat(notice)
    if game is None or seat is None:
        return NoticeReason.GONE
    if not game.is_running:
        return NoticeReason.GAME_OVER
    if game.is_held:
        return NoticeReason.ON_HOLD
    if not game.awaits(as_seat(seat.index)) or game.version != notice.seq:
        return NoticeReason.PLAYED if _has_played(seat, notice, facts) else NoticeReason.ON_HOLD
    is_away = notice.user_id in facts.away and game.stops_for_vacation
    return NoticeReason.AWAY if is_away else None


def _find_reason_of_idle(notice: Notice, facts: Facts) -> NoticeReason | None:
    game, seat = notice.game, facts.find_seat(notice)
    if game is None or seat is None:
        return NoticeReason.GONE
    if not game.is_running:
        return NoticeReason.GAME_OVER
    return NoticeReason.PLAYED if game.version != notice.seq else None


def _find_reason_of_away(notice: Notice, _facts: Facts) -> NoticeReason | None:
    """Every page says so while it lasts."""
    seen_at = last_seen_at(notice)
    if seen_at is not None and seen_at > notice.created_at:
        return NoticeReason.SEEN
    return _find_reason_of_back(notice, _facts)


def _find_reason_of_back(notice: Notice, _facts: Facts) -> NoticeReason | None:
    is_on = notice.vacation is not None and notice.vacation.is_on
    return None if is_on else NoticeReason.MOVED


def _has_played(seat: Seat, notice: Notice, facts: Facts) -> bool:
    """Else the staff have held the game meanwhile: with its release came another notice."""
    return facts.last_choices.get((seat.game_id, seat.index), 0) > (notice.seq or 0)


def _has_seen(seat: Seat, notice: Notice) -> bool:
    return seat.seen_version is not None and seat.seen_version >= (notice.seq or 0)


def _was_here_lately(notice: Notice, facts: Facts) -> bool:
    seen_at = last_seen_at(notice)
    return seen_at is not None and seen_at > facts.now - COMPUTER_QUIET


def _is_told(notice: Notice, facts: Facts) -> bool:
    """Whether a mail says so already: one about this very move, or another turn mail, which lists
    every game that waits."""
    move = (notice.reader, notice.game_id or 0, notice.seq or 0)
    if _is_since_last_visit(facts.told_moves.get(move), notice):
        return True
    told_at = facts.turn_mails.get(notice.reader)
    match facts.get_settings(notice).turns:
        case TurnMails.EVERY:
            return False
        case TurnMails.DIGEST:
            return told_at is not None and told_at > notice.created_at
    return _is_since_last_visit(told_at, notice)


def _is_since_last_visit(at: datetime | None, notice: Notice) -> bool:
    seen_at = last_seen_at(notice)
    return at is not None and (seen_at is None or at > seen_at)


def _is_of_somebody_blocked(notice: Notice, facts: Facts) -> bool:
    reader, sender = notice.user_id or 0, _find_sender(notice, facts) or 0
    return not facts.blocks.isdisjoint({(reader, sender), (sender, reader)})


def _find_sender(notice: Notice, facts: Facts) -> int | None:
    """The account on whose wish the mail is written."""
    if notice.invitation is not None:
        return notice.invitation.inviter_user_id
    others = facts.seats.get(notice.game_id or 0, [])
    return next((seat.user_id for seat in others if seat.user_id != notice.user_id), None)


# Each kind of its own: one that is missing here fails at its first mail.
FINDERS: dict[NoticeKind, Callable[[Notice, Facts], NoticeReason | None]] = {
    NoticeKind.INVITED: _find_reason_of_invitation,
    NoticeKind.ACCEPTED: _find_reason_of_news,
    NoticeKind.TURN: _find_reason_of_turn,
    NoticeKind.REMINDER: _find_reason_of_reminder,
    NoticeKind.LAST_REMINDER: _find_reason_of_reminder,
    NoticeKind.NUDGE: _find_reason_of_nudge,
    NoticeKind.ROUND_OVER: _find_reason_of_round,
    NoticeKind.GAME_OVER: _find_reason_of_news,
    NoticeKind.TIME_OUT: _find_reason_of_news,
    NoticeKind.IDLE: _find_reason_of_idle,
    NoticeKind.AWAY: _find_reason_of_away,
    NoticeKind.BACK: _find_reason_of_back,
    NoticeKind.STAFF: _find_no_reason,
    NoticeKind.TEST: _find_no_reason,
}
