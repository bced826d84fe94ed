"""All that was done at a table, in order."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.pair import Pair, Seat
from games.models import Game, Move, Player, Round
from games.models import Seat as SeatRow
from games.queries.access import get_viewpoint
from games.queries.table import RoundSummary, summarise


@dataclass(frozen=True, slots=True)
class RoundMoves:
    """A round that was dealt, and its moves as far as they go."""

    round: RoundSummary
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class GameMoves:
    """The moves of a game by round; `seat` is the reader's own, None for a spectator."""

    game: Game
    seats: Pair[SeatRow]
    seat: Seat | None
    rounds: tuple[RoundMoves, ...]


def get_moves(public_id: str, player: Player | None) -> GameMoves:
    """Every move of the game, for whoever may see it. Three queries.

    Raises Seat.DoesNotExist for anybody else.
    """
    point = get_viewpoint(public_id, player)
    rows = list(Round.objects.filter(game=point.game).defer("pack", "seed").order_by("number"))
    moves = list(Move.objects.filter(game=point.game).order_by("seq"))
    summaries = summarise(point.game, rows)
    return GameMoves(
        game=point.game,
        seats=point.seats,
        seat=point.seat,
        rounds=tuple(
            RoundMoves(summary, _list_of(row, moves))
            for row, summary in zip(rows, summaries, strict=True)
        ),
    )


def _list_of(row: Round, moves: Sequence[Move]) -> tuple[Move, ...]:
    return tuple(move for move in moves if move.round_id == row.pk)
