"""Does the clock of a game fit what its players agreed on, and what stops it?"""

from collections.abc import Iterator
from datetime import timedelta

from games.deadlines import Running, Stopped
from games.engine.pair import SEATS, as_seat
from games.models import Game
from games.queries.away import is_mover_away


def list_clock_faults(game: Game) -> list[str]:
    """What of a running game's clock is not as it should be, as far as can be told later."""
    if not game.is_running or game.bank is None:
        return []
    return [*_list_bank_faults(game, timedelta(hours=game.bank)), *_list_running_faults(game)]


def _list_bank_faults(game: Game, whole: timedelta) -> Iterator[str]:
    for seat in SEATS:
        if game.banks_left[seat] > whole:
            yield f"bank of seat {seat} is {game.banks_left[seat]}, of {whole}"


def _list_running_faults(game: Game) -> Iterator[str]:
    """The clock stands still exactly while the game is on hold or the one to move is away."""
    if game.is_held or is_mover_away(game):
        if not isinstance(game.clock, Stopped):
            yield "the clock does not stand still"
        return
    if not isinstance(game.clock, Running):
        yield "the clock stands still"
        return
    bank = game.clock.deadline_at - game.clock.bank_at
    left = game.banks_left[as_seat(game.to_move or 0)]
    if bank != left:
        yield f"the bank lasts for {bank}, of {left} that are left"
