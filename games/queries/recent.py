"""What lies open at a table and what has just happened there, told by the moves alone: no pack is
read, hence no hidden card.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from django.db.models import F

from games.engine.pair import SEATS, Pair, Seat
from games.models import Game, Move, MoveKind, Round, Via

PLAYS_A_ROUND = 50
"""At most: at least two of the 52 cards lie on the floor (R1.4)."""


@dataclass(frozen=True, slots=True)
class Recent:
    """The last plays of a game in order, and those among them of its running round.

    `plays` go back to one of each seat that its person chose, if there is one.
    """

    plays: Sequence[Move]
    in_round: Sequence[Move]

    @property
    def taken(self) -> Pair[int]:
        return Pair(*map(partial(_count_taken, self.in_round), SEATS))

    @property
    def basras(self) -> Pair[int]:
        return Pair(*map(partial(_count_basras, self.in_round), SEATS))

    def list_since_own_choice(self, seat: Seat) -> Sequence[Move]:
        """The plays after the seat's last one that its person chose."""
        chosen = [at for at, move in enumerate(self.plays, start=1) if _is_choice(move, seat)]
        return self.plays[max(chosen, default=0) :]


def get_recent(game: Game) -> Recent:
    """One query. Within a round's plays both have chosen: the house plays only last cards."""
    plays = Move.objects.filter(game=game, kind=MoveKind.PLAY)
    with_rounds = plays.annotate(round_number=F("round__number")).order_by("-seq")
    found = list(with_rounds[:PLAYS_A_ROUND])[::-1]
    running = [move for move in found if move.round_number == game.round_number]
    return Recent(plays=found, in_round=running)


def get_points(game: Game, number: int) -> Pair[int] | None:
    """What the round paid; None before its end, or where it was cut off. One query."""
    return Round.objects.defer("pack", "seed").get(game=game, number=number).points


def _is_choice(move: Move, seat: Seat) -> bool:
    return move.seat == seat and move.via != Via.FORCED


def _count_taken(plays: Sequence[Move], seat: Seat) -> int:
    """A card that takes goes with what it took."""
    return sum(1 + len(move.cards_taken) for move in plays if move.seat == seat and move.took)


def _count_basras(plays: Sequence[Move], seat: Seat) -> int:
    return sum(move.seat == seat and move.basra != "" for move in plays)
