"""It is your turn, and what else waits."""

from collections.abc import Iterator, Sequence

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import clock
from games.mail.deadline import find_deadline
from games.mail.letter import Letter, Waiting
from games.mail.links import make_turn_url
from games.mail.table import Table
from games.mail.words import (
    name_card,
    name_in_sentence,
    person_of,
    tell_capture,
    tell_play,
    tell_turn,
)
from games.models import Game, Move, TurnMails, Via
from games.models import Seat as SeatRow
from games.presenters.moments import tell_since
from games.presenters.people import facing
from games.queries.recent import get_points


def write_turn(table: Table) -> Letter:
    since = table.recent.list_since_own_choice(table.seat)
    last = find_last_play(table)
    return write_of_turn(
        table,
        subject=_subject(table, last),
        headline=tell_play(last, table.them) if last else _begin(table),
        paragraphs=list(_paragraphs(table, since, last)),
        why=tell_why(TurnMails.ONE),
    )


def write_of_turn(
    table: Table, *, subject: str, headline: str, paragraphs: Sequence[str], why: str
) -> Letter:
    """Any mail that says that it is the reader's turn, with all that the turn needs."""
    return Letter(
        subject=subject,
        headline=headline,
        paragraphs=paragraphs,
        terms=table.deadline,
        floor=table.floor,
        score=table.score,
        button=_("Open the game"),
        url=table.url,
        others=[list_as_waiting(seat) for seat in table.waiting],
        why=why,
    )


def find_last_play(table: Table) -> Move | None:
    """The last card that the other side has chosen to play since the reader did."""
    since = table.recent.list_since_own_choice(table.seat)
    theirs = [move for move in since if move.seat != table.seat and move.via != Via.FORCED]
    return theirs[-1] if theirs else None


def list_as_waiting(opponent: SeatRow) -> Waiting:
    """The game in which that opponent waits for the reader."""
    return Waiting(
        name=person_of(opponent).in_sentence,
        until=_tell_until(opponent.game),
        url=make_turn_url(opponent.game),
    )


def tell_why(turns: str) -> str:
    """Why this mail came, by how often its reader wants to hear of turns."""
    return {
        TurnMails.ONE.value: _("This is your one mail about turns until you come back."),
        TurnMails.EVERY.value: _("You get this because you want a mail at every turn."),
        TurnMails.DIGEST.value: _("This is your daily mail about turns."),
    }[turns]


def _tell_until(game: Game) -> str:
    """Against the computer, since when; nothing ends there but by itself."""
    deadline = find_deadline(game, mover=None)
    if deadline is None:
        moment = tell_since(game.last_play_at, now=clock.now())
        return _("since %(moment)s") % {"moment": moment}
    if deadline.at is None:
        return f"{deadline.text}, {deadline.about}"
    return _("until %(moment)s, %(about)s") % {"moment": deadline.full, "about": deadline.about}


def _subject(table: Table, last: Move | None) -> str:
    if last is None:
        return _("A fresh deal: your turn")
    words = {"card": name_card(last.card), "number": table.game.round_number}
    if not table.game.target:
        return capfirst(_("%(card)s played: your turn") % words)
    return capfirst(_("%(card)s played: your turn (round %(number)d)") % words)


def _begin(table: Table) -> str:
    return _("You lead against %(name)s") % {"name": table.them.in_sentence}


def _paragraphs(table: Table, since: Sequence[Move], last: Move | None) -> Iterator[str]:
    if last is not None:
        yield tell_capture(last)
    forced = [move for move in since if move.via == Via.FORCED]
    if forced:
        yield _tell_forced(table, forced)
    if since and since[0] not in table.recent.in_round:
        yield from _tell_round(table, table.game.round_number - 1)
    yield tell_turn(table.game)


def _tell_forced(table: Table, forced: Sequence[Move]) -> str:
    plays = [
        _("%(who)s: %(card)s")
        % {
            "who": _("you") if move.seat == table.seat else table.them.isolated,
            "card": name_in_sentence(move.card),
        }
        for move in forced
    ]
    return _("Played by the house, since there was no choice: %(plays)s.") % {
        "plays": "; ".join(plays)
    }


def _tell_round(table: Table, number: int) -> Iterator[str]:
    points = get_points(table.game, number)
    if points is None:
        return
    mine, theirs = facing(points, table.seat)
    yield _("That ended round %(number)d: %(mine)d to you, %(theirs)d to %(name)s.") % {
        "number": number,
        "mine": mine,
        "theirs": theirs,
        "name": table.them.in_sentence,
    }
