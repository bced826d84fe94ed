"""Cards and their text codes: rank and suit, such as `7D` or `TC`."""

from collections.abc import Iterable
from typing import Self

from games.engine.errors import BadNotation, quote

RANKS = "A23456789TJQK"
SUITS = "CDHS"
VALUES = {rank: value for value, rank in enumerate("A23456789T", start=1)}


class Card(str):
    """A playing card. It is its code, so that cards sort, compare and print as text."""

    __slots__ = ()

    def __new__(cls, code: str) -> Self:
        """Raises BadNotation unless `code` is one of the 52."""
        if len(code) != 2 or code[0] not in RANKS or code[1] not in SUITS:
            raise BadNotation(f"{quote(code)} is no card")
        return super().__new__(cls, code)

    @property
    def rank(self) -> str:
        return self[0]

    @property
    def suit(self) -> str:
        return self[1]

    @property
    def value(self) -> int | None:
        """A = 1 ... T = 10; None for jack, queen and king."""
        return VALUES.get(self[0])


PACK = tuple(Card(rank + suit) for suit in SUITS for rank in RANKS)
KOMI = Card("7D")
JACKS = frozenset(card for card in PACK if card.rank == "J")
SWEEPERS = JACKS | {KOMI}


def parse_cards(text: str) -> tuple[Card, ...]:
    """Cards separated by spaces, each at most once. Raises BadNotation."""
    return check_distinct(Card(code) for code in text.split())


def check_distinct(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards as a tuple. Raises BadNotation where one stands twice."""
    found = tuple(cards)
    if len(set(found)) != len(found):
        twice = next(card for card in found if found.count(card) > 1)
        raise BadNotation(f"{twice} stands twice")
    return found


def format_cards(cards: Iterable[Card]) -> str:
    """The opposite of `parse_cards`; keeps the order."""
    return " ".join(cards)
