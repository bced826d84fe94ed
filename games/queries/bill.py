"""A round that is over, with everything that was hidden while it ran."""

from dataclasses import dataclass
from datetime import datetime

from games.engine.cards import Card
from games.engine.pair import Pair, Seat
from games.engine.scoring import RoundScore, score_round
from games.engine.view import SeatView, view_round
from games.models import Game, Player, Round
from games.models import Seat as SeatRow
from games.queries.access import get_viewpoint
from games.queries.replay import replay_round
from games.queries.table import (
    RoundSummary,
    TurnMade,
    list_plays_of,
    pair_turns,
    summarise,
)


@dataclass(frozen=True, slots=True)
class FinishedRound:
    """A round with its bill and the proof of its shuffle.

    `seat` is the reader's own, None for a spectator. `score` is None where the game ended in
    mid-round. `before` are the totals brought forward.
    """

    game: Game
    seats: Pair[SeatRow]
    seat: Seat | None
    round: RoundSummary
    ended_at: datetime
    before: Pair[int]
    view: SeatView
    turns: tuple[TurnMade, ...]
    score: RoundScore | None
    seed: str
    derivation: int
    pack: tuple[Card, ...]


def get_finished_round(public_id: str, player: Player | None, number: int) -> FinishedRound:
    """The round, for whoever may see the game.

    Raises Seat.DoesNotExist for anybody else, and Round.DoesNotExist where there is no such round
    or it is not open: it is not over, or the game was called off before it counted.
    """
    point = get_viewpoint(public_id, player)
    game = point.game
    rows = list(Round.objects.filter(game=game, number__lte=number).order_by("number"))
    if not rows or rows[-1].number != number:
        raise Round.DoesNotExist
    row, rounds = rows[-1], summarise(game, rows)
    if row.ended_at is None or not rounds[-1].is_open:
        raise Round.DoesNotExist
    moves = list_plays_of(row)
    state = replay_round(game, row, [(move.card, move.took) for move in moves])
    return FinishedRound(
        game=game,
        seats=point.seats,
        seat=point.seat,
        round=rounds[-1],
        ended_at=row.ended_at,
        before=rounds[-2].totals if len(rounds) > 1 else Pair(0, 0),
        view=view_round(state, point.seat),
        turns=pair_turns(moves, state.turns),
        score=score_round(state, carried=row.carried) if state.is_over else None,
        seed=row.seed,
        derivation=row.derivation,
        pack=row.cards,
    )
