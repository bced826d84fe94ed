"""Each level beats the one below. `tests/bench/ai.py` measures by how much, with more rounds."""

import pytest

from tests.ai.arena import at_level, compare


@pytest.mark.parametrize(
    ("stronger", "weaker", "least"), [("regular", "beginner", 5), ("strong", "regular", 10)]
)
def test_level_beats_the_one_below(stronger: str, weaker: str, least: float) -> None:
    verdict = compare(at_level(stronger), at_level(weaker), pairs=400, seed=1)
    assert verdict.lead >= least, str(verdict)
