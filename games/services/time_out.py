"""The end of games whose time is over, with nobody there."""

import logging

from django.db import transaction

from games import clock
from games.deadlines import GRACE, Running
from games.engine.pair import as_seat
from games.models import Game
from games.queries import has_mover_played
from games.services import vacations
from games.services.clocks import CLOCK, stop_clock
from games.services.errors import NotRunning
from games.services.live import LiveGame, open_game

logger = logging.getLogger(__name__)

AT_ONCE = 1000


def end_due() -> int:
    """End every game that has been lost on time, and tells how many.

    Those of people with days left go on instead: their vacation begins by itself. One game that
    cannot be ended keeps no other waiting.
    """
    due = Game.objects.due(clock.now() - GRACE).values_list("pk", flat=True)
    return sum(_try_to_end(game_id) for game_id in list(due[:AT_ONCE]))


def end_if_lost(game_id: int) -> bool:
    """End one game, if it has been lost on time and no vacation of its loser lasts or can begin.

    The loser who has played nothing in the match has lost nothing: the game is called off.
    """
    if vacations.begin_by_itself(game_id, at=clock.now()):
        return False
    try:
        with transaction.atomic():
            live = open_game(game_id)
            if not _is_lost(live):
                return False
            return _let_stand(live) if live.game.to_move in live.away else _run_out(live)
    except (NotRunning, Game.DoesNotExist):
        return False


def _try_to_end(game_id: int) -> bool:
    try:
        return end_if_lost(game_id)
    except Exception as error:
        logger.error("Game %d could not be ended (%s).", game_id, type(error).__qualname__)
        return False


def _is_lost(live: LiveGame) -> bool:
    """Under the lock: a play, or a gift of time, may have come meanwhile."""
    running = live.game.clock
    return isinstance(running, Running) and running.is_lost_at(live.now)


def _let_stand(live: LiveGame) -> bool:
    """Nobody loses on a vacation, whatever it is that has let the clock run."""
    logger.warning("The clock of game %d ran on a vacation and has been stopped.", live.game.pk)
    stop_clock(live.game, at=live.now)
    live.game.save(update_fields=CLOCK)
    return False


def _run_out(live: LiveGame) -> bool:
    seat = as_seat(live.game.to_move or 0)
    live.run_out(seat, is_young=not has_mover_played(live.game))
    live.write()
    return True
