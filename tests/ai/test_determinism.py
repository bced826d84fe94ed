"""The same observation and seed give the same play, wherever it is made."""

import os
import subprocess
import sys
from hashlib import sha256

import pytest

from games.ai import LEVELS, choose
from games.engine.options import PRESETS
from games.engine.pair import Pair
from games.engine.play import Turn
from games.engine.round import deal_round
from tests.ai.arena import at_level, shuffled_packs, walk
from tests.ai.positions import draw

# Written down by Python 3.11; a level that is meant to play otherwise gets a new one.
DIGESTS = {
    "beginner": "12757f868b9d45b9",
    "regular": "fa7f1c5332be047c",
    "strong": "f754a8c064e8b1af",
}


def digest_of_rounds(level: str) -> str:
    players = Pair(at_level(level), at_level(level))
    played: list[tuple[Turn, ...]] = []
    for number, pack in enumerate(shuffled_packs(12, seed=5)):
        options = list(PRESETS.values())[number % len(PRESETS)]
        *_, end = walk(deal_round(pack, dealer=0, options=options), players, seed=number)
        played.append(end.turns)
    return sha256(repr(played).encode()).hexdigest()[:16]


@pytest.mark.parametrize("level", LEVELS)
def test_plays_are_the_recorded_ones(level: str) -> None:
    assert digest_of_rounds(level) == DIGESTS[level]


@pytest.mark.parametrize("hash_seed", ["0", "1", "4242"])
def test_plays_are_the_same_in_another_process(hash_seed: str) -> None:
    program = (
        "from tests.ai.test_determinism import digest_of_rounds as digest, LEVELS\n"
        "print(*map(digest, LEVELS))"
    )
    answer = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert answer.stdout.split() == list(DIGESTS.values())


@pytest.mark.parametrize("level", LEVELS)
def test_seed_decides_between_equal_plays(level: str) -> None:
    observation = draw(hand="KC KD KH KS")
    assert len({choose(level, observation, seed=seed).card for seed in range(40)}) == 4
