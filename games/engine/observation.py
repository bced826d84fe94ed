"""What a player knows, as plain data: it has no room for a hidden card."""

from dataclasses import dataclass

from games.engine.cards import Card
from games.engine.options import Options
from games.engine.pair import Pair, Seat
from games.engine.play import Turn


@dataclass(frozen=True, slots=True)
class Observation:
    """All that the seat to move may base its play on: its own hand and what is public (R1.5).

    `buried` lies at the bottom of the pack. `turns` are those of the running round, from which
    both piles follow. `totals` are points booked before this round, `carried` the majority that
    is still open.
    """

    options: Options
    seat: Seat
    dealer: Seat
    hand: tuple[Card, ...]
    floor: tuple[Card, ...]
    floor_start: tuple[Card, ...]
    buried: tuple[Card, ...]
    turns: tuple[Turn, ...]
    hand_sizes: Pair[int]
    pile_sizes: Pair[int]
    pack_size: int
    last_capturer: Seat | None
    totals: Pair[int]
    target: int
    carried: int
