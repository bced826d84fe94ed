"""Reading objects that came from JSON: the exact form, or BadNotation that says what is wrong."""

from collections.abc import Collection
from typing import Any

from games.engine.cards import Card, check_distinct
from games.engine.errors import BadNotation, quote
from games.engine.pair import Seat


def read_object(
    data: object, *, required: Collection[str], optional: Collection[str] = ()
) -> dict[str, Any]:
    """An object with all of the required keys and none beyond the optional ones."""
    if not isinstance(data, dict):
        raise BadNotation("not an object")
    for key in required:
        if key not in data:
            raise BadNotation(f"{key} is missing")
    for key in data:
        if key not in required and key not in optional:
            raise BadNotation(f"unknown key {quote(key)}")
    return data


def read_list(data: object) -> list[Any]:
    if not isinstance(data, list):
        raise BadNotation("not a list")
    return data


def read_card(data: object) -> Card:
    if not isinstance(data, str):
        raise BadNotation("a card is a text such as 7D")
    return Card(data)


def read_cards(data: object) -> tuple[Card, ...]:
    """A list of cards, each at most once."""
    return check_distinct(map(read_card, read_list(data)))


def read_seat(data: object) -> Seat:
    if type(data) is not int or data not in (0, 1):
        raise BadNotation("a seat is 0 or 1")
    return 1 if data else 0
