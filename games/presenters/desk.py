"""A table as the staff see it: both sides alike, no hand."""

from dataclasses import dataclass

from games.engine.pair import SEATS, Pair, Seat
from games.engine.view import SeatView
from games.presenters.plays import PlayLine, describe_turn


@dataclass(frozen=True, slots=True)
class DeskSide:
    """One of the two; `hand` and `pile` are numbers of cards."""

    name: str
    total: int
    hand: int
    pile: int
    basras: int
    is_dealer: bool
    is_to_move: bool


@dataclass(frozen=True, slots=True)
class DeskTable:
    """What lies open, and how many cards do not."""

    sides: tuple[DeskSide, ...]
    floor: tuple[str, ...]
    buried: tuple[str, ...]
    pack: int
    deal_number: int
    deals_in_all: int
    last: PlayLine | None


def present_desk_table(view: SeatView, *, names: Pair[str], totals: Pair[int]) -> DeskTable:
    turn = view.turns[-1] if view.turns else None
    return DeskTable(
        sides=tuple(
            _present_side(view, seat, name=names[seat], total=totals[seat]) for seat in SEATS
        ),
        floor=view.floor,
        buried=view.buried,
        pack=view.pack_size,
        deal_number=view.deal_number,
        deals_in_all=view.deals_in_all,
        last=describe_turn(turn, names=names, seat=None, forced=False) if turn else None,
    )


def _present_side(view: SeatView, seat: Seat, *, name: str, total: int) -> DeskSide:
    return DeskSide(
        name=name,
        total=total,
        hand=view.hand_sizes[seat],
        pile=view.pile_sizes[seat],
        basras=view.basras[seat].total,
        is_dealer=view.dealer == seat,
        is_to_move=view.to_move == seat,
    )
