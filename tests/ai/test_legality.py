"""Every level plays by the rules, whatever the options."""

import random
from collections.abc import Iterator

import pytest

from games.ai import LEVELS, choose
from games.engine.errors import IllegalPlay
from games.engine.options import CHOICES, PRESETS, Options, make_options
from games.engine.pair import Pair
from games.engine.round import deal_round
from tests.ai.arena import at_level, shuffled_packs, walk
from tests.ai.positions import draw

NUMBERS = ("majority_points", "basra_points", "jack_basra_points", "komi_basra_points")


def each_option_once() -> Iterator[Options]:
    for preset in PRESETS:
        yield make_options(preset)
        for name, choices in CHOICES.items():
            yield from (make_options(preset, {name: choice}) for choice in choices)
        for name in NUMBERS:
            yield from (make_options(preset, {name: points}) for points in (0, 100))


def options_at_random(number: int, *, seed: int) -> Iterator[Options]:
    chance = random.Random(seed)
    for _ in range(number):
        chosen = {name: chance.choice(choices) for name, choices in CHOICES.items()}
        numbers = {name: chance.randrange(101) for name in NUMBERS}
        yield make_options("basra-2", {**chosen, **numbers})


@pytest.mark.parametrize("level", LEVELS)
def test_level_plays_whole_rounds_legally_under_all_options(level: str) -> None:
    settings = [*each_option_once(), *options_at_random(100, seed=1)]
    packs = shuffled_packs(len(settings), seed=2)
    players = Pair(at_level(level), at_level(level))
    for number, (options, pack) in enumerate(zip(settings, packs, strict=True)):
        state = deal_round(pack, dealer=0, options=options)
        *_, end = walk(state, players, seed=number)
        assert end.is_over, options


@pytest.mark.parametrize("level", LEVELS)
def test_level_copes_with_a_crowded_floor(level: str) -> None:
    floor = "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S"
    observation = draw(hand="TC 9D 8D 7H", floor=floor)
    assert choose(level, observation, seed=1).card in observation.hand


@pytest.mark.parametrize("level", LEVELS)
def test_level_with_an_empty_hand_is_refused(level: str) -> None:
    with pytest.raises(IllegalPlay):
        choose(level, draw(hand="", theirs=0), seed=1)


def test_unknown_level_is_refused() -> None:
    with pytest.raises(KeyError):
        choose("oracle", draw(hand="5H"), seed=1)


def test_levels_are_listed_from_the_easiest() -> None:
    assert list(LEVELS) == ["beginner", "regular", "strong"]
    assert all(level.key == key for key, level in LEVELS.items())
