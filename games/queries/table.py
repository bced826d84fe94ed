"""All that the page of a game needs, in three queries, as the player's seat may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from games.engine.pair import Pair, Seat, as_seat
from games.engine.play import Turn
from games.engine.view import SeatView, view_round
from games.models import Game, Move, MoveKind, Player, Round
from games.models import Seat as SeatRow
from games.queries.access import get_viewpoint
from games.queries.replay import replay_round

MOST_READINGS = 5


@dataclass(frozen=True, slots=True)
class TurnMade:
    """A turn with its place among the game's moves, its time, and the way it came (`Via`)."""

    seq: int
    at: datetime
    via: str
    turn: Turn


@dataclass(frozen=True, slots=True)
class RoundSummary:
    """What is public of a round: `points` is None while it runs and where it was cut off.

    `totals` are those of the match after it, and `carried` the majority it began with (R4.2).
    `is_open` is whether what was hidden in it may be seen: it is over, and it counted.
    """

    number: int
    dealer: Seat
    commitment: str
    carried: int
    points: Pair[int] | None
    totals: Pair[int]
    is_open: bool


@dataclass(frozen=True, slots=True)
class Table:
    """A game as one of its players sees it; no hidden card is in it.

    `round` and `view` are the running round, or the last one of a game that is over; `rounds`
    are all, the running one included; `turns` are those of `round`, and `last_act` is what was done
    in it last, a play or not.
    """

    game: Game
    seats: Pair[SeatRow]
    you: Seat
    round: RoundSummary
    rounds: tuple[RoundSummary, ...]
    view: SeatView
    turns: tuple[TurnMade, ...]
    last_act: Move | None


def get_table(public_id: str, player: Player | None) -> Table:
    """The table, for a player who sits at it. Raises Seat.DoesNotExist for anybody else.

    It is read without a lock. A play that comes between its queries would give the game's version
    to the plays of another, so then it is read again.
    """
    for _ in range(MOST_READINGS):
        game, seats, you = _take_seat(public_id, player)
        rows = list(Round.objects.filter(game=game).defer("seed").order_by("number"))
        made = list_moves_of(rows[-1])
        if _is_of_one_moment(game, rows[-1], made):
            break
    moves = [move for move in made if move.kind == MoveKind.PLAY]
    state = replay_round(game, rows[-1], [(move.card, move.took) for move in moves])
    rounds = summarise(game, rows)
    return Table(
        game=game,
        seats=seats,
        you=you,
        round=rounds[-1],
        rounds=rounds,
        view=view_round(state, you),
        turns=pair_turns(moves, state.turns),
        last_act=made[-1] if made else None,
    )


def _take_seat(public_id: str, player: Player | None) -> tuple[Game, Pair[SeatRow], Seat]:
    point = get_viewpoint(public_id, player)
    if point.seat is None:
        raise SeatRow.DoesNotExist
    return point.game, point.seats, point.seat


def _is_of_one_moment(game: Game, row: Round, made: Sequence[Move]) -> bool:
    """Whether a game that runs, read first, is as far as the round and the moves read after it."""
    if not game.is_running:
        return True
    return row.number == game.round_number and (not made or made[-1].seq == game.version)


def list_moves_of(row: Round) -> list[Move]:
    return list(Move.objects.filter(round=row).order_by("seq"))


def list_plays_of(row: Round) -> list[Move]:
    return [move for move in list_moves_of(row) if move.kind == MoveKind.PLAY]


def pair_turns(moves: Sequence[Move], turns: Sequence[Turn]) -> tuple[TurnMade, ...]:
    return tuple(
        TurnMade(seq=move.seq, at=move.at, via=move.via, turn=turn)
        for move, turn in zip(moves, turns, strict=True)
    )


def summarise(game: Game, rows: Sequence[Round]) -> tuple[RoundSummary, ...]:
    """Rounds in order, each with the totals after it."""
    totals = Pair(0, 0)
    rounds: list[RoundSummary] = []
    for row in rows:
        points = row.points
        if points is not None:
            totals = Pair(totals.first + points.first, totals.second + points.second)
        rounds.append(_summary(game, row, totals))
    return tuple(rounds)


def _summary(game: Game, row: Round, totals: Pair[int]) -> RoundSummary:
    return RoundSummary(
        number=row.number,
        dealer=as_seat(row.dealer),
        commitment=row.commitment,
        carried=row.carried,
        points=row.points,
        totals=totals,
        is_open=row.is_over and not game.hides_shuffle,
    )
