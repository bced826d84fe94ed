"""The computer's turn by a real worker, a killed one, and one whose level hangs."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from celery import Celery
from django.db import connection

from games import clock, dispatch
from games.models import ComputerError, Game, Move, Via
from games.services.computer import offer_owed_turns
from tests.games.factories import make_game_against_computer, play_any

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.run]

PATIENCE = 40.0  # seconds, on a busy machine


@pytest.fixture(autouse=True)
def publisher(broker: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nudges go to the broker of the test."""
    app = Celery("basra_site", set_as_current=False)
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = broker.replace("unix://", "redis+socket://", 1)
    monkeypatch.setattr(dispatch, "app", app)
    monkeypatch.setattr(dispatch, "_silent_until", 0.0)


@contextmanager
def worker(broker: str, *, include: str = "") -> Iterator["subprocess.Popen[bytes]"]:
    """The worker for the computer of `make run`, on the database of the test."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "basra_site", "worker"]
    options = ["--queues", "computer", "--pool", "prefork", "--concurrency", "1"]
    if include:
        options += ["--include", include]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "basra_site.settings.test",
        "DATABASE_URL": database_url(),
        "REDIS_URL": broker,
    }
    process = subprocess.Popen(
        [*command, *options, "--without-gossip", "--without-mingle", "--without-heartbeat"],
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        kill(process)


def kill(process: "subprocess.Popen[bytes]") -> None:
    """With everything that it has started."""
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def database_url() -> str:
    name = connection.settings_dict["NAME"]
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def wait_for(happened: Callable[[], bool]) -> float:
    """How long it took, in seconds."""
    began = time.monotonic()
    while not happened():
        assert time.monotonic() - began < PATIENCE, "it did not happen in time"
        time.sleep(0.02)
    return time.monotonic() - began


def start_owed_game() -> Game:
    game = make_game_against_computer()
    play_any(game)
    return game


def has_answer(game: Game) -> bool:
    return Move.objects.filter(game=game, seq=2).exists()


def test_worker_answers_within_two_seconds(broker: str) -> None:
    with worker(broker):
        first = start_owed_game()
        wait_for(lambda: has_answer(first))
        game = start_owed_game()
        assert wait_for(lambda: has_answer(game)) < 2
        assert game.moves.get(seq=2).via == Via.COMPUTER


def test_worker_that_is_killed_or_hangs_costs_nobody_the_answer(broker: str) -> None:
    with worker(broker, include="tests.games.slow_level") as slow:
        game = start_owed_game()
        wait_for(lambda: has_answer(game))
        assert game.moves.get(seq=2).via == Via.FALLBACK
        assert ComputerError.objects.get(game=game).exception == "SoftTimeLimitExceeded"

        game = start_owed_game()
        wait_for(lambda: Game.objects.filter(pk=game.pk, computer_attempts=1).exists())
        kill(slow)
        assert not has_answer(game)

    with worker(broker), clock.stopped_at(clock.now() + timedelta(minutes=2)):
        Game.objects.filter(pk=game.pk).update(computer_due_at=game.created_at)
        assert offer_owed_turns() == 1
        assert offer_owed_turns() == 1
        wait_for(lambda: has_answer(game))
    assert game.moves.count() == 2
