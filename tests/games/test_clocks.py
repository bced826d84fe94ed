"""The clock of a game as its turns come and go."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games import clock
from games.deadlines import Running, Stopped
from games.engine.options import make_options
from games.engine.pair import Pair, as_seat, other
from games.models import Bank, EndedBy, Game, Level, Pace, Player, usual_time
from games.queries.audit import list_differences
from games.services.play import Outcome
from games.services.resign import resign
from games.services.staff import hold_game, release_game
from games.services.start import start_game
from tests.games.factories import make_game_against_computer, make_member, play_any, play_turns

pytestmark = pytest.mark.django_db

BEGUN = datetime(2026, 3, 10, 12, tzinfo=UTC)
NOTHING = timedelta()


def hours(number: float) -> timedelta:
    return timedelta(hours=number)


def start(bank: Bank = Bank.NONE, *seats: Player, pace: Pace = Pace.TWO_DAYS) -> Game:
    first, second = seats or (make_member(), make_member())
    with clock.stopped_at(BEGUN):
        return start_game(
            seats=Pair(first, second),
            preset="basra-2",
            options=make_options("basra-2"),
            target=1000,
            time=usual_time(pace, bank),
        )


def play_after(game: Game, wait: timedelta) -> Outcome:
    """Whoever is to move plays so long after the last move."""
    game.refresh_from_db()
    with clock.stopped_at(game.last_play_at + wait):
        outcome = play_any(game)
    game.refresh_from_db()
    return outcome


def at(game: Game, moment: datetime, act: Any) -> None:
    with clock.stopped_at(moment):
        act(game.pk)
    game.refresh_from_db()


def running(game: Game) -> Running:
    game.refresh_from_db()
    assert isinstance(game.clock, Running)
    return game.clock


def test_first_turn_begins_with_the_game() -> None:
    game = start(Bank.DAY)
    assert running(game) == Running(BEGUN + hours(48), BEGUN + hours(72))
    assert game.remind_at == BEGUN + hours(24)


def test_every_turn_begins_whole() -> None:
    game = start()
    for _ in range(4):
        play_after(game, hours(47))
        assert running(game).deadline_at == game.last_play_at + hours(48)


def test_bank_is_whole_while_turns_end_in_time() -> None:
    game = start(Bank.DAY)
    for _ in range(6):
        play_after(game, hours(47.9))
    assert game.banks_left == Pair(hours(24), hours(24))


def test_bank_drains_by_what_turns_take_beyond_their_time() -> None:
    game = start(Bank.DAY)
    slow = as_seat(game.to_move or 0)
    for taken in (5, 11):
        play_after(game, hours(48 + taken))
        play_after(game, hours(1))
    assert game.banks_left[slow] == hours(24 - 5 - 11)
    assert game.banks_left[other(slow)] == hours(24)
    assert running(game).deadline_at == game.last_play_at + hours(48 + 8)


def test_bank_is_of_the_match_not_of_the_round() -> None:
    game = start(Bank.THREE_DAYS)
    slow = as_seat(game.to_move or 0)
    play_after(game, hours(48 + 30))
    with clock.stopped_at(game.last_play_at):
        while game.round_number == 1:
            play_any(game)
            game.refresh_from_db()
    assert game.banks_left[slow] == hours(72 - 30)
    assert game.banks_left[other(slow)] == hours(72)
    assert list_differences(game) == []


def test_play_within_the_grace_empties_the_bank_and_no_more() -> None:
    game = start(Bank.DAY)
    late = as_seat(game.to_move or 0)
    play_after(game, hours(72) + timedelta(seconds=59))
    assert game.banks_left[late] == NOTHING
    assert game.is_running


def test_forced_plays_take_no_time() -> None:
    """The house plays them within the turn before: the next turn is whole."""
    game = start(Bank.DAY)
    while game.is_running and game.round_number == 1:
        play_after(game, hours(1))
        assert running(game).bank_at == game.last_play_at + hours(48)
    assert game.banks_left == Pair(hours(24), hours(24))


def test_hold_keeps_what_is_left_of_turn_and_bank() -> None:
    game = start(Bank.DAY)
    mover = as_seat(game.to_move or 0)
    at(game, BEGUN + hours(10), hold_game)
    assert game.clock == Stopped(hours(38), hours(24))
    at(game, BEGUN + hours(500), release_game)
    assert running(game) == Running(BEGUN + hours(538), BEGUN + hours(562))
    assert game.to_move == mover


def test_hold_within_the_bank_drains_it_no_further() -> None:
    game = start(Bank.DAY)
    at(game, BEGUN + hours(50), hold_game)
    assert game.clock == Stopped(NOTHING, hours(22))
    at(game, BEGUN + hours(500), release_game)
    assert running(game) == Running(BEGUN + hours(500), BEGUN + hours(522))
    play_after(game, hours(2))
    assert sorted(game.banks_left) == [hours(20), hours(24)]


def test_release_leaves_an_hour_at_least() -> None:
    game = start()
    at(game, BEGUN + hours(47.9), hold_game)
    at(game, BEGUN + hours(500), release_game)
    assert running(game).deadline_at == BEGUN + hours(501)


def test_game_that_is_over_has_no_clock() -> None:
    game = start(Bank.DAY)
    resign(game_id=game.pk, seat=0, version=0)
    game.refresh_from_db()
    assert (game.clock, game.remind_at, game.ended_by) == (None, None, EndedBy.RESIGN)


def test_game_against_the_computer_has_no_clock() -> None:
    game = play_turns(make_game_against_computer(), 3)
    assert (game.clock, game.time_control, game.remind_at) == (None, None, None)
    assert game.seats.get(index=1).level == Level.REGULAR


@pytest.mark.parametrize(
    ("columns", "fault"),
    [
        ({"bank_left_0": hours(25)}, "bank of seat 0"),
        ({"bank_left_1": hours(25)}, "bank of seat 1"),
        ({"deadline_at": BEGUN + hours(80)}, "the bank lasts"),
        (
            {"deadline_at": None, "bank_at": None, "remind_at": None, "turn_left": NOTHING},
            "the clock stands still",
        ),
    ],
    ids=["first bank", "second bank", "deadline", "standing"],
)
def test_tampered_clock_is_found(columns: dict[str, Any], fault: str) -> None:
    game = start(Bank.DAY)
    assert list_differences(game) == []
    Game.objects.filter(pk=game.pk).update(**columns)
    game.refresh_from_db()
    assert any(line.startswith(fault) for line in list_differences(game))


def test_clock_that_runs_on_vacation_is_found() -> None:
    game = start(Bank.DAY)
    mover = game.seats.get(index=game.to_move).user
    assert mover is not None
    mover.vacations.create(began_at=BEGUN, ends_at=BEGUN + hours(100))
    assert list_differences(game) == ["the clock does not stand still"]
