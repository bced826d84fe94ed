import re
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

from basra_site.celery import app
from games import dispatch, tasks
from games.models import NoticeState, Sweep, Via
from games.services.live import COMPUTER_PAUSE
from tests.games.factories import make_game_against_computer, play_any
from tests.games.letters import make_every_kind

TASKS = sorted(name for name in app.tasks if name.startswith("games."))
ROUTES = settings.CELERY_TASK_ROUTES
BEAT = settings.CELERY_BEAT_SCHEDULE
ROOMS = ("accounts", "basra_site", "games")


@pytest.mark.parametrize("name", TASKS)
def test_task_names_its_queue(name: str) -> None:
    assert ROUTES[name]["queue"] in {"computer", "mail"}


@pytest.mark.parametrize("entry", BEAT.values(), ids=list(BEAT))
def test_beat_asks_for_a_task_that_exists(entry: dict[str, object]) -> None:
    assert entry["task"] in TASKS


@pytest.mark.parametrize("entry", BEAT.values(), ids=list(BEAT))
def test_beat_entry_expires_before_the_next(entry: dict[str, object]) -> None:
    options = entry["options"]
    assert isinstance(options, dict)
    assert 0 < options["expires"] < float(str(entry["schedule"]))


def test_dispatch_names_tasks_that_exist() -> None:
    assert {dispatch.COMPUTER_TASK, dispatch.NOTICE_TASK} <= set(TASKS)


def test_thinking_and_sweeping_have_workers_of_their_own() -> None:
    queues = {name: ROUTES[name]["queue"] for name in TASKS}
    assert queues.pop(dispatch.COMPUTER_TASK) == "computer"
    assert set(queues.values()) == {"mail"}


@pytest.mark.django_db
def test_task_plays_the_computers_turn() -> None:
    game = make_game_against_computer()
    play_any(game)
    tasks.play_computer_turn(game.pk)
    assert game.moves.get(seq=2).via == Via.COMPUTER


@pytest.mark.django_db
def test_tasks_sweep() -> None:
    tasks.sweep_computer_turns()
    tasks.sweep_notices()
    tasks.sweep_clocks()
    tasks.keep_house()
    tasks.reconcile()
    swept = set(Sweep.objects.values_list("name", flat=True))
    assert swept == {"clocks", "computer-turns", "housekeeping", "notices", "reconciling"}


@pytest.mark.django_db
def test_task_sends_a_notice() -> None:
    notice = make_every_kind()["hold"]
    tasks.send_notice(notice.pk)
    notice.refresh_from_db()
    assert notice.state == NoticeState.SENT


@pytest.mark.parametrize("entry", BEAT.values(), ids=list(BEAT))
def test_beat_counts_seconds_of_no_zone(entry: dict[str, object]) -> None:
    """By the clock on the wall an hour would come twice, or not at all."""
    assert isinstance(entry["schedule"], float)
    assert (settings.CELERY_TIMEZONE, settings.TIME_ZONE) == ("UTC", "UTC")


@pytest.mark.parametrize("entry", BEAT.values(), ids=list(BEAT))
def test_task_of_beat_expires_of_itself_too(entry: dict[str, Any]) -> None:
    """Whoever else publishes it, a backlog does not flood."""
    assert app.tasks[entry["task"]].expires == entry["options"]["expires"]


def test_schedule_is_kept_in_the_settings_alone() -> None:
    assert app.conf.beat_schedule == BEAT
    assert app.conf.beat_scheduler == "celery.beat:PersistentScheduler"
    assert "django_celery_beat" not in settings.INSTALLED_APPS


def test_nothing_is_told_to_wait_in_the_broker_for_long() -> None:
    """A promise waits in its row: the only pause of a message is the computer's."""
    waits = re.compile(r"\b(countdown|eta)=([^,)]*)")
    sources = (path for room in ROOMS for path in (Path(settings.BASE_DIR) / room).rglob("*.py"))
    found = [path for path in sources if waits.search(path.read_text("utf-8"))]
    assert [path.name for path in found] == ["dispatch.py"]
    assert timedelta(minutes=1) >= COMPUTER_PAUSE
