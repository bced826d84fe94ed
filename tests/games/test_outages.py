"""The server was away: every deadline moves by the time, once, and it is on record."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest

from games import clock
from games.deadlines import Running
from games.models import EndedBy, Game, Notice, NoticeKind, Outage, Sweep, Vacation
from games.queries.audit import list_differences
from games.services.outages import SWEEP, credit
from games.services.staff import hold_game
from games.services.sweeping import sweep_clocks
from games.services.vacations import begin_vacation
from tests.games.at_once import at_once
from tests.games.factories import make_game, make_game_against_computer, make_member, play_turns
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)


def sweep_at(moment: datetime) -> dict[str, int]:
    with clock.stopped_at(moment):
        return sweep_clocks()


def credit_at(moment: datetime) -> Outage | None:
    with clock.stopped_at(moment):
        return credit()


def make_lost(number: int) -> list[Game]:
    """Games that are lost on time one after the other, within fifty minutes."""
    games = [play_turns(make_game(), 3) for _ in range(number)]
    for place, game in enumerate(games):
        end = games[0].last_play_at + timedelta(hours=48) + place * 50 * MINUTE / number
        Game.objects.filter(pk=game.pk).update(
            stops_for_vacation=False, bank_at=end, deadline_at=end
        )
    return list(Game.objects.order_by("deadline_at"))


def running(game: Game) -> Running:
    game.refresh_from_db()
    assert isinstance(game.clock, Running)
    return game.clock


def test_hour_away_over_twenty_deadlines_ends_no_game() -> None:
    games = make_lost(20)
    first = games[0].deadline_at or clock.now()
    before = [running(game) for game in games]
    sweep_at(first - MINUTE)
    done = sweep_at(first + 59 * MINUTE)
    assert (done["outages credited"], done["games ended by the clock"]) == (1, 0)
    assert [running(game) for game in games] == [each.put_off(HOUR) for each in before]
    assert [list_differences(game) for game in games[:3]] == [[]] * 3
    sweep_at(first + 65 * MINUTE)
    ended = Game.objects.filter(ended_by=EndedBy.TIME).count()
    assert 0 < ended < len(games)


def test_outage_is_on_record() -> None:
    now = clock.now()
    sweep_at(now)
    sweep_at(now + HOUR)
    outage = Outage.objects.get()
    assert (outage.began_at, outage.ended_at) == (now, now + HOUR)


def test_ten_minutes_of_silence_are_none() -> None:
    now = clock.now()
    sweep_at(now)
    assert credit_at(now + 10 * MINUTE) is None
    assert credit_at(now + 11 * MINUTE) is not None


def test_silence_counts_from_when_the_next_sweep_by_hand_is_to_come(settings: Any) -> None:
    settings.SWEEP_EVERY = 15 * MINUTE
    now = clock.now()
    sweep_at(now)
    assert credit_at(now + 25 * MINUTE) is None
    assert credit_at(now + 26 * MINUTE) is not None


def test_site_swept_every_quarter_of_an_hour_ends_games(settings: Any) -> None:
    settings.SWEEP_EVERY = 15 * MINUTE
    (game,) = make_lost(1)
    lost_at = running(game).deadline_at
    for number in range(-2, 2):
        sweep_at(lost_at + (15 * number + 5) * MINUTE)
    assert not Outage.objects.exists()
    game.refresh_from_db()
    assert (game.ended_by, game.ended_at) == (EndedBy.TIME, lost_at + 5 * MINUTE)


def test_first_sweep_of_a_site_credits_nothing() -> None:
    game = make_game()
    before = running(game)
    assert credit_at(clock.now() + HOUR) is None
    assert running(game) == before


def test_outage_is_credited_once() -> None:
    now = clock.now()
    sweep_at(now)
    assert credit_at(now + HOUR) is not None
    assert credit_at(now + HOUR) is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_credit_once() -> None:
    for _ in range(10):
        game = make_game()
        before, now = running(game), clock.now()
        Sweep.objects.update_or_create(name=SWEEP, defaults={"last_run_at": now - HOUR})
        found = at_once(*[partial(credit_at, now)] * 4)
        (outage,) = [each for each in found if each is not None]
        assert running(game) == before.put_off(outage.ended_at - outage.began_at)
        Outage.objects.all().delete()


def test_clocks_that_stand_still_are_left_alone() -> None:
    held, away, computers = make_game(), make_game(), make_game_against_computer()
    hold_game(held.pk)
    begin_vacation(away.seats.get(index=away.to_move).user_id or 0, until=None)
    stay = Vacation.objects.get()
    games = [held, away, computers]
    before = list(Game.objects.filter(pk__in=[game.pk for game in games]).order_by("pk").values())
    now = clock.now()
    sweep_at(now)
    assert credit_at(now + HOUR) is not None
    after = Game.objects.filter(pk__in=[game.pk for game in games]).order_by("pk").values()
    assert list(after) == before
    assert Vacation.objects.get().ends_at == stay.ends_at


def test_reminder_that_is_still_to_come_moves_along() -> None:
    game = make_game()
    remind_at = game.remind_at or clock.now()
    sweep_at(game.created_at)
    credit_at(game.created_at + HOUR)
    game.refresh_from_db()
    assert game.remind_at == remind_at + HOUR


def test_who_has_had_the_last_reminder_hears_of_the_new_deadline() -> None:
    game = make_game()
    near = (game.deadline_at or clock.now()) - HOUR
    sweep_at(near)
    sweep_at(near + HOUR)
    last = Notice.objects.filter(game=game, kind=NoticeKind.LAST_REMINDER).order_by("created_at")
    game.refresh_from_db()
    assert list(last.values_list("deadline_at", flat=True)) == [near + HOUR, game.deadline_at]


@pytest.mark.parametrize("games", [1, 8])
def test_credit_takes_as_many_queries_whatever_the_number_of_games(games: int) -> None:
    seats = make_member(), make_member()
    for _ in range(games):
        make_game(*seats)
    now = clock.now()
    sweep_at(now)
    with count_queries() as sent:
        credit_at(now + HOUR)
    assert len([sql for sql in sent if sql.startswith("UPDATE")]) == 2
    assert len([sql for sql in sent if '"games_' in sql]) == 5
