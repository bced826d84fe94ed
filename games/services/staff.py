"""What the staff do to a game: through its lock, its rules and its move list, as everybody.

Both people hear of it by mail.
"""

from django.db import transaction

from games.engine.pair import Seat
from games.models import Game, GameStatus
from games.services import notices
from games.services.errors import NotOnHold, OnHold
from games.services.live import LiveGame, open_game


def abort_by_staff(game_id: int) -> Game:
    """End a running game without a result. Raises NotRunning."""
    return _decide(game_id, GameStatus.ABORTED, winner=None)


def adjudicate(game_id: int, *, winner: Seat | None) -> Game:
    """End a running game with the winner, or None for a draw. Raises NotRunning."""
    return _decide(game_id, GameStatus.FINISHED, winner=winner)


def hold_game(game_id: int) -> Game:
    """Keep everybody from acting in a running game. Raises NotRunning, and OnHold if it is."""
    with transaction.atomic():
        live = open_game(game_id)
        if live.game.is_held:
            raise OnHold
        live.hold()
        return _write(live)


def release_game(game_id: int) -> Game:
    """Let the game go on as it stood. Raises NotRunning and NotOnHold."""
    with transaction.atomic():
        live = open_game(game_id)
        if not live.game.is_held:
            raise NotOnHold
        live.release()
        game = _write(live)
        notices.owe_turn(game)
        return game


def _decide(game_id: int, status: GameStatus, *, winner: Seat | None) -> Game:
    with transaction.atomic():
        live = open_game(game_id)
        live.decide(status, winner=winner)
        return _write(live)


def _write(live: LiveGame) -> Game:
    live.write()
    notices.owe_staff(live.game)
    return live.game
