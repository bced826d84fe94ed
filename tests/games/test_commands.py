from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from games import clock
from games.models import Game, Move, Sweep, Via
from games.services import demo
from tests.games.factories import make_game_against_computer, play_any

pytestmark = pytest.mark.django_db


def run(*arguments: str) -> str:
    out = StringIO()
    call_command(*arguments, stdout=out)
    return out.getvalue()


def test_sweep_does_by_hand_what_workers_do() -> None:
    with clock.stopped_at(clock.now() - timedelta(minutes=5)):
        play_any(make_game_against_computer())
    assert run("sweep").startswith("computer's turns played: 1\n")
    assert Move.objects.get(seq=2).via == Via.COMPUTER
    swept = set(Sweep.objects.values_list("name", flat=True))
    assert swept == {"clocks", "computer-turns", "housekeeping", "notices", "reconciling"}


def test_sweep_tells_an_outage_in_words() -> None:
    now = clock.now()
    with clock.stopped_at(now):
        run("sweep")
    with clock.stopped_at(now + timedelta(minutes=25)):
        assert "Nobody had watched the clocks for 25 minutes: every deadline" in run("sweep")
    with clock.stopped_at(now + timedelta(minutes=30)):
        assert "Nobody" not in run("sweep")


def test_demo_is_refused_where_people_play() -> None:
    with pytest.raises(CommandError, match="development"):
        run("demo")
    assert not Game.objects.exists()


def test_demo_where_a_name_is_taken_adds_nothing(settings: Any) -> None:
    settings.DEBUG = True
    get_user_model().objects.create_user("somebody@example.com", name=demo.CAST[-1].name)
    with pytest.raises(CommandError, match=f"nothing: {demo.CAST[-1].name} or .* is taken"):
        run("demo")
    assert get_user_model().objects.count() == 1
