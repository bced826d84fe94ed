"""How the two at a table are called."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.pair import Pair, Seat


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table; `number` picks the colour of the star, `level` is a computer's."""

    name: str
    number: int = 0
    level: str = ""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)


def name_both(people: Pair[Person], *, reader: Seat) -> Pair[str]:
    """How each is called on the reader's page."""
    return people.map(lambda person: person.name).put(reader, _("You"))
