"""Hypothesis strategies: one seed, so that what it finds can be played again."""

import random
from collections.abc import Callable
from typing import TypeVar

from hypothesis import strategies as st

from games.engine.pair import Seat
from games.engine.round import Round
from tests.engine.play import random_options, random_round

T = TypeVar("T")


def by_seed(make: Callable[[random.Random], T]) -> st.SearchStrategy[T]:
    return st.integers(0, 2**32).map(lambda seed: make(random.Random(seed)))


def whole_round(rng: random.Random) -> list[Round]:
    """Every state of a round, under any options."""
    _, options = random_options(rng)
    dealer: Seat = rng.choice((0, 1))
    return list(random_round(rng, dealer=dealer, options=options))


rounds = by_seed(whole_round)
states = by_seed(lambda rng: rng.choice(whole_round(rng)))
