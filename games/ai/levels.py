"""The levels a person may play against, from the easiest up."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from games.ai.greedy import choose_greedily, choose_half_at_random
from games.ai.prospects import Prospect
from games.ai.strong import choose_by_odds
from games.engine.observation import Observation
from games.engine.play import Play

Chooser = Callable[[Observation, random.Random], Prospect]


@dataclass(frozen=True, slots=True)
class Level:
    """A way to play, under the key that games store."""

    key: str
    chooser: Chooser


LEVELS: Mapping[str, Level] = {
    level.key: level
    for level in (
        Level("beginner", choose_half_at_random),
        Level("regular", choose_greedily),
        Level("strong", choose_by_odds),
    )
}
"""Every level by its key, from the easiest to the hardest."""


def choose(level: str, observation: Observation, *, seed: int) -> Play:
    """The play that `level` makes, complete with what it takes.

    The same observation and seed give the same play, in every process and Python version.
    `observation` is that of the seat to move. Raises KeyError for an unknown level and
    IllegalPlay where there is no card to play.
    """
    chooser = LEVELS[level].chooser
    chance = random.Random(seed)  # noqa: S311  a way to vary the play, no secret
    return chooser(observation, chance).play
