"""What the staff do to a game goes through its moves, and fits them."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from games import clock
from games.models import EndedBy, Game, GameStatus, Move, MoveKind, Round, Via
from games.queries.audit import list_differences
from games.queries.owed import oldest_computer_turn_owed
from games.services import computer
from games.services.errors import NotOnHold, NotRunning, OnHold, StaleVersion
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate, hold_game, release_game
from tests.games.factories import make_game, make_game_against_computer, play, play_any, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return play_turns(make_game(), 5)


@pytest.mark.parametrize("winner", [0, 1, None])
def test_adjudicate_ends_the_game_as_the_staff_say(game: Game, winner: int | None) -> None:
    adjudicate(game.pk, winner=winner)
    game.refresh_from_db()
    assert (game.status, game.ended_by, game.winner) == (
        GameStatus.FINISHED,
        EndedBy.STAFF,
        winner,
    )
    assert list_differences(game) == []


def test_abort_by_staff_leaves_no_result(game: Game) -> None:
    abort_by_staff(game.pk)
    game.refresh_from_db()
    assert (game.status, game.ended_by, game.winner) == (GameStatus.ABORTED, EndedBy.STAFF, None)
    assert list_differences(game) == []


def test_an_act_of_the_staff_is_a_move_of_no_seat(game: Game) -> None:
    adjudicate(game.pk, winner=1)
    move = Move.objects.get(game=game, seq=6)
    assert (move.seat, move.kind, move.via) == (None, MoveKind.DECIDE, Via.STAFF)


def test_the_round_that_the_staff_cut_off_pays_nothing(game: Game) -> None:
    adjudicate(game.pk, winner=0)
    row = Round.objects.get(game=game)
    assert row.is_over
    assert row.points is None


@pytest.mark.parametrize("act", [abort_by_staff, hold_game, release_game])
def test_a_game_that_is_over_is_left_alone(game: Game, act: Callable[[int], Game]) -> None:
    resign(game_id=game.pk, seat=0, version=5)
    with pytest.raises(NotRunning):
        act(game.pk)
    game.refresh_from_db()
    assert (game.ended_by, game.version) == (EndedBy.RESIGN, 6)


def test_a_game_on_hold_takes_no_play_and_no_resignation(game: Game) -> None:
    hold_game(game.pk)
    with pytest.raises(OnHold):
        play_any(game)
    with pytest.raises(OnHold):
        resign(game_id=game.pk, seat=0, version=6)
    game.refresh_from_db()
    assert game.version == 6
    assert list_differences(game) == []


def test_a_play_on_the_table_before_the_hold_is_stale(game: Game) -> None:
    hold_game(game.pk)
    with pytest.raises(StaleVersion):
        play(game, "8H", version=5)


def test_a_released_game_goes_on_as_it_stood(game: Game) -> None:
    to_move = game.to_move
    hold_game(game.pk)
    release_game(game.pk)
    game.refresh_from_db()
    assert (game.held_at, game.to_move, game.version) == (None, to_move, 7)
    play_any(game)
    assert list_differences(Game.objects.get(pk=game.pk)) == []


def test_hold_twice_and_release_twice_are_refused(game: Game) -> None:
    hold_game(game.pk)
    with pytest.raises(OnHold):
        hold_game(game.pk)
    release_game(game.pk)
    with pytest.raises(NotOnHold):
        release_game(game.pk)


def test_adjudicate_ends_a_hold(game: Game) -> None:
    hold_game(game.pk)
    adjudicate(game.pk, winner=0)
    game.refresh_from_db()
    assert game.held_at is None
    assert list_differences(game) == []


def test_the_computer_waits_while_its_game_is_on_hold() -> None:
    game = play_turns(make_game_against_computer(), 1)
    hold_game(game.pk)
    with clock.stopped_at(clock.now() + timedelta(hours=1)):
        assert computer.play_owed_turns() == 0
        assert oldest_computer_turn_owed() is None
        release_game(game.pk)
    with clock.stopped_at(clock.now() + timedelta(hours=2)):
        assert computer.play_owed_turns() == 1
