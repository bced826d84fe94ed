"""One value for each of the two seats."""

from collections.abc import Callable
from typing import Generic, Literal, NamedTuple, TypeVar

Seat = Literal[0, 1]
SEATS: tuple[Seat, Seat] = (0, 1)

T = TypeVar("T")
S = TypeVar("S")


def other(seat: Seat) -> Seat:
    return 0 if seat else 1


def as_seat(number: int) -> Seat:
    """A stored number as the seat that it means."""
    return 1 if number else 0


class Pair(NamedTuple, Generic[T]):
    """The values of seat 0 and seat 1, read by `pair[seat]`."""

    first: T
    second: T

    def put(self, seat: Seat, value: T) -> "Pair[T]":
        return Pair(self.first, value) if seat else Pair(value, self.second)

    def map(self, function: Callable[[T], S]) -> "Pair[S]":
        return Pair(function(self.first), function(self.second))
