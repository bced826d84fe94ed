"""How the two at a table are called."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a table; `number` picks the colour of the star, `level` is a computer's."""

    name: str
    number: int = 0
    level: str = ""

    @property
    def is_computer(self) -> bool:
        return bool(self.level)
