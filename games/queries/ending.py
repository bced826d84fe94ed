"""A game that is over."""

from dataclasses import dataclass

from games.engine.pair import Pair, Seat
from games.models import Game, Move, Player, Round
from games.models import Seat as SeatRow
from games.queries.access import get_viewpoint
from games.queries.table import RoundSummary, summarise


@dataclass(frozen=True, slots=True)
class EndedGame:
    """A game that is over, by its rounds; `seat` is the reader's own, None for a spectator.

    `last_act` is what ended it.
    """

    game: Game
    seats: Pair[SeatRow]
    seat: Seat | None
    rounds: tuple[RoundSummary, ...]
    last_act: Move | None


def get_ended_game(public_id: str, player: Player | None) -> EndedGame:
    """The game, for whoever may see it. Three queries.

    Raises Seat.DoesNotExist for anybody else, and Game.DoesNotExist while it runs.
    """
    point = get_viewpoint(public_id, player)
    game = point.game
    if game.is_running:
        raise Game.DoesNotExist
    rows = list(Round.objects.filter(game=game).defer("pack", "seed").order_by("number"))
    return EndedGame(
        game=game,
        seats=point.seats,
        seat=point.seat,
        rounds=summarise(game, rows),
        last_act=Move.objects.filter(game=game, seq=game.version).first(),
    )
