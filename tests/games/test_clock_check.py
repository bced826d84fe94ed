"""A machine whose clock is wrong ends nobody's game."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games import clock
from games.models import Game, Notice, NoticeKind, Outage, Sweep
from games.services import clock_check
from games.services.clock_check import MOST_APART, get_database_time, is_clock_right
from games.services.sweeping import sweep_clocks
from tests.games.factories import make_game, play_turns

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def test_databases_time_is_the_worlds() -> None:
    assert abs(get_database_time() - datetime.now(UTC)) < MOST_APART


def test_clock_of_this_machine_is_right() -> None:
    assert is_clock_right()


@pytest.mark.parametrize(("seconds", "is_right"), [(-6, False), (-4, True), (4, True), (6, False)])
def test_five_seconds_are_allowed(seconds: int, is_right: bool) -> None:
    with time_machine.travel(datetime.now(UTC) + timedelta(seconds=seconds), tick=True):
        assert is_clock_right() == is_right


def test_database_that_answers_late_is_not_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    def answer_late() -> datetime:
        travel.shift(timedelta(seconds=20))
        return datetime.now(UTC) - timedelta(seconds=20)

    monkeypatch.setattr(clock_check, "get_database_time", answer_late)
    with time_machine.travel(datetime.now(UTC), tick=False) as travel:
        assert is_clock_right()


def test_worker_an_hour_fast_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    with time_machine.travel(datetime.now(UTC) - timedelta(days=2, minutes=-30)):
        game = play_turns(make_game(), 3)
    sweep_clocks()
    before = Game.objects.filter(pk=game.pk).values().get()
    swept_at = Sweep.objects.get(name="clocks").last_run_at
    with time_machine.travel(datetime.now(UTC) + HOUR):
        assert (game.deadline_at or clock.now()) < clock.now()
        assert sweep_clocks() == {}
    assert Game.objects.filter(pk=game.pk).values().get() == before
    assert not Outage.objects.exists()
    assert Sweep.objects.get(name="clocks").last_run_at == swept_at
    assert "ahead of the database's" in caplog.messages[-1]


def test_worker_an_hour_fast_reminds_nobody() -> None:
    with time_machine.travel(datetime.now(UTC) - timedelta(hours=23, minutes=30)):
        make_game()
    with time_machine.travel(datetime.now(UTC) + HOUR):
        sweep_clocks()
    assert not Notice.objects.filter(kind=NoticeKind.REMINDER).exists()


def test_site_for_trying_things_may_be_ahead() -> None:
    """Its moved clock is not the machine's."""
    with clock.stopped_at(datetime.now(UTC) + timedelta(days=30)):
        assert is_clock_right()
