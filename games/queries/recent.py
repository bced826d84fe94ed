"""What lies open at a table and what has just happened there, told by the moves alone: no pack is
read, hence no hidden card.
"""

from collections.abc import Collection, Mapping, Sequence
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

    plays: list[Move]
    in_round: list[Move]

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


def list_recent(games: Collection[Game]) -> Mapping[int, Recent]:
    """By the keys of the games. One query for all of them.

    Within a round's plays both have chosen: the house plays only last cards.
    """
    late = Move.objects.filter(game__in=games, seq__gt=F("game__version") - PLAYS_A_ROUND)
    plays = late.filter(kind=MoveKind.PLAY).annotate(round_number=F("round__number"))
    rounds = {game.pk: game.round_number for game in games}
    found = {key: Recent([], []) for key in rounds}
    for move in plays.order_by("game_id", "seq"):
        found[move.game_id].plays.append(move)
        if move.round_number == rounds[move.game_id]:
            found[move.game_id].in_round.append(move)
    return found


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
