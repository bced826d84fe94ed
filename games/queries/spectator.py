"""A game as it is seen by somebody who holds no cards."""

from games.engine.view import SeatView, view_round
from games.models import Game, Round
from games.queries.replay import list_played, replay_round


def get_public_view(game: Game) -> SeatView:
    """The running round, or the last one of a game that is over. Two queries.

    It checks nobody: who may not see the game at all must not get here.
    """
    row = Round.objects.defer("seed").get(game=game, number=game.round_number)
    return view_round(replay_round(game, row, list_played(row)), None)
