"""From a game's clock to its words."""

from datetime import datetime

from games.engine.pair import Seat
from games.models import Game
from games.presenters.deadline import Deadline, describe_deadline
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
