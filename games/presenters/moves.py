"""The moves of a game as a list, round by round and deal by deal."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.pair import Pair, Seat
from games.engine.play import Turn
from games.presenters.acts import describe_act
from games.presenters.people import Person, name_both
from games.presenters.plays import PLAYS_A_DEAL, PlayLine, describe_turn


@dataclass(frozen=True, slots=True)
class Deed:
    """A move as the presenters take it: a turn, or the act of a seat or of the staff (None)."""

    seq: int
    kind: str
    seat: Seat | None
    turn: Turn | None
    is_forced: bool


@dataclass(frozen=True, slots=True)
class MoveLine:
    """One line of the list: a play, or an act in a sentence."""

    seq: int
    play: PlayLine | None
    act: str


@dataclass(frozen=True, slots=True)
class DealMoves:
    number: int
    lines: tuple[MoveLine, ...]


@dataclass(frozen=True, slots=True)
class RoundOfMoves:
    """`points` are None while it runs and where it was cut off; the reader's come first."""

    number: int
    points: tuple[int, int] | None
    deals: tuple[DealMoves, ...]


def present_deals(
    deeds: Sequence[Deed], *, people: Pair[Person], reader: Seat | None
) -> tuple[DealMoves, ...]:
    """The moves of one round by its deals; an act stands in the deal in which it was done."""
    deals: dict[int, list[MoveLine]] = {}
    plays = 0
    for deed in deeds:
        number = plays // PLAYS_A_DEAL + 1
        deals.setdefault(number, []).append(present_move(deed, people=people, reader=reader))
        plays += deed.turn is not None
    return tuple(DealMoves(number, tuple(lines)) for number, lines in deals.items())


def present_move(deed: Deed, *, people: Pair[Person], reader: Seat | None) -> MoveLine:
    if deed.turn is None:
        actor = None if deed.seat in (None, reader) else people[deed.seat or 0]
        return MoveLine(deed.seq, None, describe_act(deed.kind, actor=actor))
    names = name_both(people, reader=reader)
    play = describe_turn(deed.turn, names=names, seat=reader, forced=deed.is_forced)
    return MoveLine(deed.seq, play, "")
