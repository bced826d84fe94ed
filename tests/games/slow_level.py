"""Loaded into a worker (`celery worker --include`), makes every level of the computer hang."""

import time

from games import ai, tasks
from games.engine.observation import Observation
from games.engine.play import Play

PATIENCE = 2  # seconds


def hang(level: str, observation: Observation, *, seed: int) -> Play:
    time.sleep(60)
    raise AssertionError("nobody stopped it")


ai.choose = hang
tasks.play_computer_turn.soft_time_limit = PATIENCE
