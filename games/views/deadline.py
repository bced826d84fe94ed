"""From a game's clock to its words."""

from datetime import datetime
from functools import partial

from games import queries
from games.deadlines import Running
from games.engine.pair import Seat
from games.models import Game
from games.presenters.deadline import Deadline, describe_deadline, warn_of
from games.presenters.people import Person


def present_deadline(game: Game, *, you: Seat, them: Person, now: datetime) -> Deadline | None:
    """As the seat `you` reads it; None against the computer and where the game is over."""
    if game.clock is None or game.pace is None:
        return None
    return describe_deadline(
        game.clock,
        pace=game.pace,
        now=now,
        mover=None if game.is_turn_of(you) else them,
        is_held=game.is_held,
    )


def present_warning(game: Game, told: Deadline | None, *, you: Seat, now: datetime) -> str:
    """What follows, for the seat `you` where it is to move and its time runs out; else empty.

    Queries only where no time is left after what is told.
    """
    if told is None or not game.is_turn_of(you) or not isinstance(game.clock, Running):
        return ""
    foresee = partial(queries.foresee_time_out, game)
    return warn_of(game.clock, told, now=now, foresee=foresee)
