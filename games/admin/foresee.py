"""What would follow from an act on a game, in sentences."""

from datetime import UTC, datetime, timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.admin.words import name_both, write_address, write_score
from games.engine.pair import Seat, as_seat, other
from games.models import Game, MoveKind, Notice, NoticeKind
from games.models import Seat as SeatRow
from games.presenters.people import Person
from games.services.facts import Facts
from games.services.mailboxes import find_mailbox
from games.services.reasons import find_silence


def tell_where(game: Game) -> str:
    """How far the game is: a play in between makes this another sentence, and a new preview."""
    count = game.moves.filter(kind=MoveKind.PLAY).count()
    words = {"count": count, "score": write_score(game.totals), "name": _to_move(game)}
    return (
        ngettext(
            "So far: %(count)d play, the score is %(score)s, %(name)s is to move.",
            "So far: %(count)d plays, the score is %(score)s, %(name)s is to move.",
            count,
        )
        % words
    )


def tell_result(game: Game, winner: Seat | None) -> list[str]:
    """Who wins, and what of it is kept (R5.3)."""
    if winner is None:
        return [
            _("The game ends as a draw: it counts as won or lost for nobody."),
            _tell_kept(game),
        ]
    won = _("%(winner)s wins the game against %(loser)s, decided by the staff.") % {
        "winner": _call(game, winner),
        "loser": _call(game, other(winner)),
    }
    scores = _tell_score(game, winner) if game.counts else ()
    return [won, *scores, _tell_kept(game)]


def _tell_kept(game: Game) -> str:
    if game.counts:
        return _("The points booked so far and the basras count in the kept score of members.")
    return _("It ends before both have played twice: it is kept in nobody's score.")


def tell_end(game: Game) -> str:
    return _(
        "The end is final: nobody plays on, and the hidden cards of round %(number)d are opened to"
        " both sides."
    ) % {"number": game.round_number}


def tell_more_time(game: Game, *, hours: int) -> list[str]:
    """Whose deadline moves, from when to when, in UTC."""
    if game.deadline_at is None:
        return []
    words = {
        "name": _to_move(game),
        "old": _write_utc(game.deadline_at),
        "new": _write_utc(game.deadline_at + timedelta(hours=hours)),
    }
    return [
        _("%(name)s has until %(new)s, instead of %(old)s.") % words,
        _("Reminders go by the new deadline. Nobody gets a mail now; both see it at the table."),
    ]


def tell_mails(game: Game, *, viewer: User) -> list[str]:
    """Who is told, and where; the computer is not asked."""
    return [_tell_mail(seat, viewer) for seat in game.seats.all() if not seat.is_computer]


def _tell_score(game: Game, winner: Seat) -> list[str]:
    """Guests keep no score, and the computer none either."""
    against = _("against the computer") if game.computer_seat is not None else _("against people")
    told = {
        True: _("%(name)s: one game more won, %(against)s."),
        False: _("%(name)s: one game more lost, %(against)s."),
    }
    return [
        told[seat.index == winner] % {"name": _isolate(seat.name), "against": against}
        for seat in game.seats.all()
        if seat.user is not None
    ]


def _tell_mail(seat: SeatRow, viewer: User) -> str:
    notice = Notice(kind=NoticeKind.STAFF, user=seat.user, guest=seat.guest)
    facts = Facts([notice])
    name, mailbox = _isolate(seat.name), find_mailbox(notice, facts)
    if mailbox is None:
        return _("%(name)s gets no mail: there is no proven address.") % {"name": name}
    if reason := find_silence(notice, facts):
        return _("%(name)s gets no mail: %(reason)s.") % {"name": name, "reason": reason.label}
    return _("%(name)s gets a mail about it, to %(address)s.") % {
        "name": name,
        "address": write_address(mailbox.address, viewer=viewer),
    }


def _to_move(game: Game) -> str:
    return "" if game.to_move is None else _call(game, as_seat(game.to_move))


def _call(game: Game, seat: Seat) -> str:
    return _isolate(name_both(game)[seat])


def _isolate(name: str) -> str:
    return Person(name).isolated


def _write_utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
