"""The games that the viewers look at, all at one stopped moment."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
import time_machine

from games import clock
from tests.site.secrecy.scene import Scene, make_scene

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture
def _stopped_clock() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), clock.stopped_at(NOON):
        yield


@pytest.fixture
def scene(db: None, _stopped_clock: None) -> Scene:
    """A running game, in the middle of the second round's fifth deal."""
    return make_scene(plays_in_second_round=33)


@pytest.fixture
def young_scene(db: None, _stopped_clock: None) -> Scene:
    """A running game after its first play, so that either side may call it off."""
    return make_scene(plays_in_second_round=None)
