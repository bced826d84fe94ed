"""Until when a play is owed, as a mail says it: with the date and the zone, and about."""

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games import clock
from games.engine.pair import Seat
from games.models import Game
from games.presenters.deadline import Deadline, Level, describe_deadline
from games.presenters.people import Person


def tell_deadline(game: Game, *, reader: Seat, them: Person) -> str:
    """Whose turn ends when, and what comes then; empty where the game has no clock."""
    mover = None if game.is_turn_of(reader) else them
    deadline = find_deadline(game, mover=mover)
    if deadline is None:
        return ""
    if deadline.level is Level.STILL:
        return _tell_still(deadline, mover=mover, is_held=game.is_held)
    words = {"until": _tell_until(deadline), "name": them.at_start}
    if mover is None:
        return _("Your turn lasts until %(until)s.") % words
    return _("%(name)s may play until %(until)s.") % words


def find_deadline(game: Game, *, mover: Person | None) -> Deadline | None:
    """`mover` is None where it is the reader's turn; None where no clock belongs to the game."""
    if game.clock is None or game.pace is None:
        return None
    return describe_deadline(
        game.clock, pace=game.pace, now=clock.now(), mover=mover, is_held=game.is_held
    )


def _tell_until(deadline: Deadline) -> str:
    """ "Friday 4 December, 21:40 (Cairo), in about 23 hours, then your bank of 1 day"."""
    return ", ".join(filter(None, [deadline.full, deadline.about, deadline.bank]))


def _tell_still(deadline: Deadline, *, mover: Person | None, is_held: bool) -> str:
    left = ", ".join(filter(None, [deadline.about, deadline.bank]))
    if is_held:
        return f"{capfirst(deadline.text)}: {left}."
    if mover is None:
        return _("You are on vacation and the clock stands still: %(left)s.") % {"left": left}
    return _("%(name)s is on vacation and the clock stands still: %(left)s.") % {
        "name": mover.at_start,
        "left": left,
    }
