"""Two beats for a while: every sweep is asked for twice at once, and each effect comes once."""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest

from basra_site.celery import app as site
from games import clock
from games.models import EndedBy, Game, MoveKind, Notice, NoticeState
from tests.conftest import UseBroker
from tests.games.factories import make_game, play_turns
from tests.games.letters import make_reader
from tests.games.test_worker import database_url, kill, wait_for

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.run]

SWEEPS = [entry["task"] for entry in site.conf.beat_schedule.values()]


@pytest.fixture
def worker(broker: str) -> Iterator[None]:
    """That for mail and sweeps, with its threads, on the database of the test."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "basra_site", "worker"]
    options = ["--queues", "mail", "--pool", "threads", "--concurrency", "8"]
    process = subprocess.Popen(
        [*command, *options, "--without-gossip", "--without-mingle", "--without-heartbeat"],
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "basra_site.settings.test",
            "DATABASE_URL": database_url(),
            "REDIS_URL": broker,
        },
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    yield
    kill(process)


def make_lost_game() -> Game:
    game = play_turns(make_game(make_reader(), make_reader()), 4)
    lost_at = clock.now() - timedelta(minutes=5)
    columns = {"bank_at": lost_at, "deadline_at": lost_at, "stops_for_vacation": False}
    Game.objects.filter(pk=game.pk).update(**columns)
    return game


def is_all_done() -> bool:
    is_over = not Game.objects.running().exists()
    return is_over and not Notice.objects.filter(due_at__isnull=False).exists()


def test_each_effect_comes_once(broker: str, use_broker: UseBroker, worker: None) -> None:
    games = [make_lost_game() for _ in range(5)]
    Notice.objects.update(due_at=clock.now())
    beats = [use_broker(broker), use_broker(broker)]

    for _ in range(3):
        for task in SWEEPS:
            for beat in beats:
                beat.send_task(task, queue="mail")
    wait_for(is_all_done)

    for game in games:
        game.refresh_from_db()
        assert game.ended_by == EndedBy.TIME
        assert game.moves.filter(kind=MoveKind.TIME).count() == 1
    sent = Notice.objects.filter(state=NoticeState.SENT)
    assert sent.filter(kind="time").count() == 2 * len(games)
    assert set(sent.values_list("attempts", flat=True)) == {1}
