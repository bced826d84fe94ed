"""The clock of a site for trying things is moved ahead; that of any other never."""

from collections.abc import Iterator
from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from games import clock
from games.models import EndedBy, MovedClock, Outage, Sweep
from games.services.errors import ClockIsFixed
from games.services.moved_clock import move_ahead
from games.services.sweeping import sweep_clocks
from tests.games.factories import make_game, play_turns
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

MONTH = timedelta(days=30)
BLINK = timedelta(seconds=5)


@pytest.fixture
def staging(settings: Any) -> Iterator[None]:
    settings.BASRA_MOVABLE_CLOCK = True
    clock.forget()
    yield
    clock.forget()


def run(*arguments: str) -> str:
    out = StringIO()
    call_command("clock", *arguments, stdout=out)
    return out.getvalue()


def is_ahead_by(ahead: timedelta) -> bool:
    return abs(clock.now() - timezone.now() - ahead) < BLINK


def test_clock_that_is_moved_stays_ahead(staging: None) -> None:
    assert move_ahead(MONTH) == MONTH
    assert move_ahead(MONTH) == 2 * MONTH
    assert is_ahead_by(2 * MONTH)


def test_clock_of_a_site_in_earnest_cannot_be_moved() -> None:
    with pytest.raises(ClockIsFixed):
        move_ahead(MONTH)
    assert not MovedClock.objects.exists()


def test_row_of_a_site_in_earnest_moves_nothing() -> None:
    MovedClock.objects.create(ahead=MONTH)
    clock.forget()
    assert is_ahead_by(timedelta())


def test_clock_is_not_moved_back(staging: None) -> None:
    with pytest.raises(ValueError, match="ahead only"):
        move_ahead(-MONTH)


def test_time_costs_a_site_in_earnest_no_query() -> None:
    with count_queries() as sent:
        clock.now()
    assert sent == []


def test_time_is_looked_up_once_a_second(staging: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """By which another process has moved it as well."""
    moment = [1000.0]
    monkeypatch.setattr("games.clock.time.monotonic", lambda: moment[0])
    clock.now()
    MovedClock.objects.create(ahead=MONTH)
    with count_queries() as sent:
        for _ in range(10):
            moment[0] += 0.09
            clock.now()
    assert sent == []
    moment[0] += 0.1
    assert is_ahead_by(MONTH)


def test_moving_is_no_outage(staging: None) -> None:
    sweep_clocks()
    move_ahead(MONTH)
    sweep_clocks()
    assert not Outage.objects.exists()


def test_sweep_that_began_before_the_move_makes_no_outage(staging: None) -> None:
    """It still believes in the old time when it notes that it has gone round."""
    sweep_clocks()
    before = clock.now()
    move_ahead(MONTH)
    noted = Sweep.objects.get(name="clocks").last_run_at
    with clock.stopped_at(before):
        sweep_clocks()
    assert Sweep.objects.get(name="clocks").last_run_at == noted


def test_month_in_a_minute_ends_a_game(staging: None) -> None:
    game = play_turns(make_game(), 3)
    game.stops_for_vacation = False
    game.save()
    sweep_clocks()
    move_ahead(MONTH)
    sweep_clocks()
    game.refresh_from_db()
    assert game.ended_by == EndedBy.TIME


def test_command_moves_and_shows(staging: None) -> None:
    assert run("--ahead", "1 day, 12 hours").startswith("ahead of the world: 1 day, 12:00:00\n")
    assert run().startswith("ahead of the world: 1 day, 12:00:00\n")


@pytest.mark.parametrize(
    "text", ["", "soon", "-1 days", "3", "1.5 days", "days 3", "99999999 days"]
)
def test_command_refuses_what_is_no_time(staging: None, text: str) -> None:
    with pytest.raises(CommandError, match="such as"):
        run(f"--ahead={text}")


def test_command_refuses_more_than_ten_years(staging: None) -> None:
    with pytest.raises(CommandError, match="ten years"):
        run("--ahead", "9999 weeks")


def test_command_tells_a_site_in_earnest_how() -> None:
    with pytest.raises(CommandError, match="BASRA_MOVABLE_CLOCK=yes"):
        run("--ahead", "1 day")


def test_pages_of_a_site_for_trying_things_say_so(staging: None, client: Client) -> None:
    move_ahead(MONTH)
    shown = f"{clock.now():%A %-d %B}"
    page = client.get("/rules/").content.decode()
    assert "A site for trying things" in page
    assert shown in page


def test_pages_of_a_site_in_earnest_say_nothing(client: Client) -> None:
    assert "for trying things" not in client.get("/rules/").content.decode()
