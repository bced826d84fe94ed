"""The games that the viewers look at, all at one stopped moment."""

from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime

import pytest
import time_machine

from games import clock
from tests.conftest import Build
from tests.site.secrecy.scene import Scene, make_scene

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@contextmanager
def stop_clock() -> Iterator[None]:
    with time_machine.travel(NOON, tick=False), clock.stopped_at(NOON):
        yield


@pytest.fixture
def _stopped_clock() -> Iterator[None]:
    with stop_clock():
        yield


@pytest.fixture(scope="module")
def _scene(building: Build) -> Scene:
    with building(), stop_clock():
        return make_scene(plays_in_second_round=33)


@pytest.fixture
def scene(db: None, _stopped_clock: None, _scene: Scene) -> Scene:
    """A running game, in the middle of the second round's fifth deal."""
    return deepcopy(_scene)


@pytest.fixture(scope="module")
def _young_scene(building: Build) -> Scene:
    with building(), stop_clock():
        return make_scene(plays_in_second_round=None)


@pytest.fixture
def young_scene(db: None, _stopped_clock: None, _young_scene: Scene) -> Scene:
    """A running game after its first play, so that either side may call it off."""
    return deepcopy(_young_scene)
