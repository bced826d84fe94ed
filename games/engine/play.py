"""What a player does and what came of it."""

from dataclasses import dataclass
from typing import NamedTuple

from games.engine.capture import Basra, Capture
from games.engine.cards import Card
from games.engine.pair import Seat


class Play(NamedTuple):
    """A card and the capture it is to take; empty where it stays."""

    card: Card
    take: Capture = frozenset()


class Turn(NamedTuple):
    """A play that was made: `took` in text order, without leftovers (R4.1)."""

    seat: Seat
    card: Card
    took: tuple[Card, ...]
    basra: Basra | None


@dataclass(frozen=True, slots=True)
class BasraCount:
    """How many basras of each kind a seat has made in a round."""

    plain: int = 0
    jack: int = 0
    komi: int = 0

    @property
    def total(self) -> int:
        return self.plain + self.jack + self.komi


def count_basras(turns: tuple[Turn, ...], seat: Seat) -> BasraCount:
    kinds = [turn.basra for turn in turns if turn.seat == seat and turn.basra]
    return BasraCount(*(kinds.count(kind) for kind in Basra))
