"""Until when a play is owed, as a mail says it: with the date and the zone, and about."""

from datetime import datetime

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import clock
from games.engine.pair import Seat
from games.mail.letter import Highlight
from games.models import Game
from games.presenters.deadline import Deadline, Level, describe_deadline
from games.presenters.people import Person
from games.presenters.vacation import tell_absence


def tell_deadline(
    game: Game, *, reader: Seat, them: Person, away_until: datetime | None = None
) -> Highlight | None:
    """Whose turn ends when, and what comes then; None where the game has no clock.

    `away_until` is when the vacation of the other side ends, if it is on one.
    """
    deadline = find_deadline(game, mover=None if game.is_turn_of(reader) else them)
    if deadline is None:
        return None
    absence = _tell_absence(game, reader=reader, them=them, until=away_until)
    if deadline.level is not Level.STILL:
        until = _tell_until(game, deadline, reader=reader, them=them)
        return Highlight(until, f"{_tell_left(deadline)} {absence}".rstrip())
    if _stands_for_them(game, reader, away_until):
        return Highlight(rest=absence)
    return Highlight(rest=_tell_still(game, deadline))


def find_deadline(game: Game, *, mover: Person | None) -> Deadline | None:
    """`mover` is None where it is the reader's turn; None where no clock belongs to the game."""
    if game.clock is None or game.pace is None:
        return None
    return describe_deadline(
        game.clock, pace=game.pace, now=clock.now(), mover=mover, is_held=game.is_held
    )


def _tell_until(game: Game, deadline: Deadline, *, reader: Seat, them: Person) -> str:
    """ "Until Friday 4 December, 21:40 (Cairo)."."""
    words = {"moment": deadline.full, "name": them.at_start}
    if game.is_turn_of(reader):
        return _("Until %(moment)s.") % words
    return _("%(name)s may play until %(moment)s.") % words


def _tell_left(deadline: Deadline) -> str:
    """ "In about 23 hours, then your bank of 1 day."."""
    return capfirst(", ".join(filter(None, [deadline.about, deadline.bank]))) + "."


def _tell_absence(game: Game, *, reader: Seat, them: Person, until: datetime | None) -> str:
    if until is None:
        return ""
    return tell_absence(
        them,
        until=until,
        now=clock.now(),
        stops=game.stops_for_vacation,
        is_their_turn=not game.is_turn_of(reader),
    )


def _stands_for_them(game: Game, reader: Seat, away_until: datetime | None) -> bool:
    return away_until is not None and not game.is_held and not game.is_turn_of(reader)


def _tell_still(game: Game, deadline: Deadline) -> str:
    """For a game on hold, or for the reader's own vacation."""
    left = ", ".join(filter(None, [deadline.about, deadline.bank]))
    if game.is_held:
        return f"{capfirst(deadline.text)}: {left}."
    return _("Your vacation lasts and the clock stands still: %(left)s.") % {"left": left}
