"""How the two at a table are called."""

from dataclasses import dataclass, replace
from typing import TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.engine.pair import Pair, Seat, other

T = TypeVar("T")

# A name in the other script must not turn the sentence around it.
FIRST_STRONG, POP = "\u2068", "\u2069"
STAR_COLOURS = 6


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table.

    `number` picks the colour of the star, `level` is a computer's, `url` leads to a member's page.
    """

    name: str
    number: int = 0
    level: str = ""
    url: str = ""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)

    @property
    def at_start(self) -> str:
        """The name where it begins a sentence: "The computer wins"."""
        return pgettext("begins a sentence", "The computer") if self.is_computer else self.isolated

    @property
    def in_sentence(self) -> str:
        """The name inside a sentence: "a win over the computer"."""
        return pgettext("inside a sentence", "the computer") if self.is_computer else self.isolated

    @property
    def isolated(self) -> str:
        """The name as it is, beside other words."""
        return f"{FIRST_STRONG}{self.name}{POP}"


def tell_apart(people: Pair[Person]) -> Pair[Person]:
    """The two with stars of different colours: where they share one, the second takes the next."""
    first, second = people
    if first.number % STAR_COLOURS != second.number % STAR_COLOURS:
        return people
    return Pair(first, replace(second, number=second.number + 1))


def name_both(people: Pair[Person], *, reader: Seat | None) -> Pair[str]:
    """How each is called on the reader's page; a spectator is neither."""
    names = people.map(lambda person: person.name)
    return names if reader is None else names.put(reader, _("You"))


def order_sides(reader: Seat | None) -> tuple[Seat, Seat]:
    """The reader's side and the other one; for a spectator, as they sit."""
    near: Seat = 0 if reader is None else reader
    return near, other(near)


def facing(pair: Pair[T], reader: Seat | None) -> tuple[T, T]:
    """The reader's value first."""
    near, far = order_sides(reader)
    return pair[near], pair[far]
