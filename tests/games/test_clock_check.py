"""A machine whose clock is wrong ends nobody's game."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games import clock
from games.models import Game, InvitationState, Notice, NoticeKind, Outage, Sweep
from games.services import clock_check
from games.services.clock_check import MOST_APART, get_database_time, is_clock_right
from games.services.housekeeping import keep_house
from games.services.idle_games import warn_idle_games
from games.services.sweeping import sweep_clocks
from tests.games.factories import make_game, make_game_against_computer, make_member, play_turns
from tests.games.invited import make_link

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


def test_worker_an_hour_fast_puts_no_game_away() -> None:
    asked_at = clock.now()
    with clock.stopped_at(asked_at - timedelta(days=60, minutes=-30)):
        game = make_game_against_computer(make_member())
    with clock.stopped_at(asked_at - timedelta(days=7, minutes=-40)):
        assert warn_idle_games() == 1
    with time_machine.travel(datetime.now(UTC) + HOUR):
        assert keep_house() == {}
    assert Game.objects.get(pk=game.pk).is_running
    assert not Sweep.objects.filter(name="housekeeping").exists()
    with clock.stopped_at(asked_at + HOUR):
        keep_house()
    assert not Game.objects.get(pk=game.pk).is_running


def test_worker_an_hour_fast_lets_no_invitation_expire() -> None:
    with clock.stopped_at(clock.now() - timedelta(days=14, minutes=-30)):
        invitation = make_link(make_member())
    with time_machine.travel(datetime.now(UTC) + HOUR):
        keep_house()
    invitation.refresh_from_db()
    assert invitation.state == InvitationState.OPEN


def test_site_for_trying_things_may_be_ahead() -> None:
    """Its moved clock is not the machine's."""
    with clock.stopped_at(datetime.now(UTC) + timedelta(days=30)):
        assert is_clock_right()
