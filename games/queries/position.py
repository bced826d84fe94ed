"""A table as it stood after one of its moves."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Min

from games.engine.cards import Card
from games.engine.pair import SEATS, Pair, Seat
from games.engine.round import Round as RoundState
from games.engine.view import SeatView, view_round
from games.models import Game, Move, MoveKind, Player, Round
from games.models import Seat as SeatRow
from games.queries.access import get_viewpoint
from games.queries.replay import replay_round
from games.queries.table import RoundSummary, TurnMade, pair_turns, summarise

Hand = tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Position:
    """The table after `move`, as the seat or a spectator (`seat` None) may see it.

    `hands` are None where they are hidden: of a round that runs one sees one's own, of a round
    that is open both. `totals` are the points booked by then. `turns` are those of the round so
    far, and `first_moves` the number of the first move of each round that has one.
    """

    game: Game
    seats: Pair[SeatRow]
    seat: Seat | None
    round: RoundSummary
    move: Move
    view: SeatView
    hands: Pair[Hand]
    totals: Pair[int]
    turns: tuple[TurnMade, ...]
    first_moves: tuple[tuple[int, int], ...]


def get_position(public_id: str, player: Player | None, seq: int) -> Position:
    """The table after move `seq`, for whoever may see the game. Four queries.

    Raises Seat.DoesNotExist for anybody else, and Move.DoesNotExist where there is no such move.
    """
    point = get_viewpoint(public_id, player)
    game = point.game
    begins = _find_first_moves(game)
    made = _list_moves_of_round(begins, until=seq)
    rows = list(Round.objects.filter(game=game).defer("seed").order_by("number"))
    row = next(row for row in rows if row.pk == made[-1].round_id)
    moves = [move for move in made if move.kind == MoveKind.PLAY]
    state = replay_round(game, row, [(move.card, move.took) for move in moves])
    summary = summarise(game, rows)[rows.index(row)]
    return Position(
        game=game,
        seats=point.seats,
        seat=point.seat,
        round=summary,
        move=made[-1],
        view=view_round(state, point.seat),
        hands=_show_hands(state, SEATS if summary.is_open else (point.seat,)),
        totals=_count_totals(summary, state),
        turns=pair_turns(moves, state.turns),
        first_moves=tuple((row.number, begins[row.pk]) for row in rows if row.pk in begins),
    )


def _list_moves_of_round(begins: dict[int, int], *, until: int) -> list[Move]:
    """Those of the round in which move `until` was made, up to it."""
    begun = [key for key, first in begins.items() if first <= until]
    if not begun:
        raise Move.DoesNotExist
    made = list(Move.objects.filter(round=begun[-1], seq__lte=until).order_by("seq"))
    if made[-1].seq != until:
        raise Move.DoesNotExist
    return made


def _find_first_moves(game: Game) -> dict[int, int]:
    """By round, in order, for those in which a move was made."""
    moves = Move.objects.filter(game=game).values_list("round")
    return dict(moves.annotate(first=Min("seq")).order_by("first"))


def _show_hands(state: RoundState, shown: Sequence[Seat | None]) -> Pair[Hand]:
    hands = [view_round(state, seat).hand if seat in shown else None for seat in SEATS]
    return Pair(*hands)


def _count_totals(summary: RoundSummary, state: RoundState) -> Pair[int]:
    """Points are booked by the last play of a round (R4.3)."""
    if summary.points is None or state.is_over:
        return summary.totals
    return Pair(*(summary.totals[seat] - summary.points[seat] for seat in SEATS))
