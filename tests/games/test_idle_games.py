"""A game against the computer that nobody plays ends, seven days after its person was warned."""

from datetime import datetime, timedelta

import pytest

from games import clock
from games.models import EndedBy, Game, GameStatus, Guest, Level, Notice, NoticeKind, Player, Round
from games.queries.audit import list_differences
from games.services.housekeeping import keep_house
from games.services.idle_games import IDLE_AGE, WARNED_BEFORE, find_end_of_idle
from tests.games.factories import make_game, make_guest, make_member, play_any

pytestmark = pytest.mark.django_db

LAST_PLAY = clock.now() - timedelta(days=100)
WARNED_AT = LAST_PLAY + IDLE_AGE - WARNED_BEFORE
MINUTE = timedelta(minutes=1)


def make_old(player: Player) -> Game:
    with clock.stopped_at(LAST_PLAY):
        return make_game(player, Level.REGULAR)


def keep_house_at(moment: datetime) -> None:
    with clock.stopped_at(moment):
        keep_house()


def is_running(game: Game) -> bool:
    return Game.objects.running().filter(pk=game.pk).exists()


def count_warnings(game: Game) -> int:
    return Notice.objects.filter(kind=NoticeKind.IDLE, game=game).count()


@pytest.fixture
def game(db: None) -> Game:
    return make_old(make_member())


def test_warning_comes_seven_days_before(game: Game) -> None:
    keep_house_at(WARNED_AT - MINUTE)
    assert count_warnings(game) == 0
    keep_house_at(WARNED_AT + MINUTE)
    assert count_warnings(game) == 1


def test_warning_comes_once(game: Game) -> None:
    for hour in range(1, 5):
        keep_house_at(WARNED_AT + timedelta(hours=hour))
    assert count_warnings(game) == 1


def test_game_is_called_off_after_the_warning(game: Game) -> None:
    keep_house_at(WARNED_AT + MINUTE)
    keep_house_at(WARNED_AT + WARNED_BEFORE)
    assert is_running(game)
    keep_house_at(WARNED_AT + WARNED_BEFORE + 2 * MINUTE)
    game.refresh_from_db()
    assert (game.status, game.ended_by, game.winner) == (GameStatus.ABORTED, EndedBy.IDLE, None)
    assert Round.objects.get(game=game).is_over
    assert list_differences(game) == []


def test_late_warning_gives_seven_days_all_the_same(game: Game) -> None:
    late = LAST_PLAY + timedelta(days=80)
    keep_house_at(late)
    assert find_end_of_idle(game) == late + WARNED_BEFORE
    keep_house_at(late + WARNED_BEFORE - MINUTE)
    assert is_running(game)
    keep_house_at(late + WARNED_BEFORE)
    assert not is_running(game)


def test_play_after_the_warning_begins_anew(game: Game) -> None:
    keep_house_at(WARNED_AT + MINUTE)
    with clock.stopped_at(WARNED_AT + 2 * MINUTE):
        play_any(game)
    keep_house_at(WARNED_AT + WARNED_BEFORE + timedelta(days=1))
    assert is_running(game)
    keep_house_at(WARNED_AT + IDLE_AGE)
    assert count_warnings(game) == 2


@pytest.mark.parametrize("address", ["", "guest@example.com"])
def test_guest_is_warned_where_there_is_an_address(address: str) -> None:
    player = make_guest()
    Guest.objects.filter(pk=player.guest_id).update(email=address)
    game = make_old(player)
    keep_house_at(WARNED_AT + MINUTE)
    assert count_warnings(game) == bool(address)


def test_guest_without_an_address_is_not_waited_for() -> None:
    game = make_old(make_guest())
    keep_house_at(LAST_PLAY + IDLE_AGE + MINUTE)
    assert not is_running(game)


def test_game_between_people_is_none_of_these() -> None:
    with clock.stopped_at(LAST_PLAY):
        game = make_game()
    keep_house_at(clock.now())
    assert count_warnings(game) == 0
    assert is_running(game)
