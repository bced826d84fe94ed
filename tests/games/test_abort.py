import pytest

from games.models import EndedBy, Game, GameStatus, Move, MoveKind
from games.queries.audit import list_differences
from games.services.abort import abort, can_abort
from games.services.errors import NoLongerYoung, NotRunning, OnHold, StaleVersion
from games.services.staff import hold_game
from tests.games.factories import make_game, make_game_against_computer, play_turns

pytestmark = pytest.mark.django_db


@pytest.fixture
def game() -> Game:
    return play_turns(make_game(), 2)


@pytest.mark.parametrize("seat", [0, 1])
def test_abort_ends_the_game_without_a_result(game: Game, seat: int) -> None:
    abort(game_id=game.pk, seat=seat, version=2)
    game.refresh_from_db()
    assert (game.status, game.ended_by, game.winner, game.to_move) == (
        GameStatus.ABORTED,
        EndedBy.ABORT,
        None,
        None,
    )
    assert list_differences(game) == []


def test_abort_is_a_move_of_its_seat(game: Game) -> None:
    abort(game_id=game.pk, seat=1, version=2)
    move = Move.objects.get(game=game, seq=3)
    assert (move.seat, move.kind, move.card) == (1, MoveKind.ABORT, "")


def test_abort_by_who_has_played_twice_is_refused(game: Game) -> None:
    leader = game.to_move
    play_turns(game, 3)
    with pytest.raises(NoLongerYoung):
        abort(game_id=game.pk, seat=leader, version=3)
    game.refresh_from_db()
    assert game.is_running


def test_abort_by_who_has_played_once_while_the_other_has_played_twice(game: Game) -> None:
    leader = game.to_move
    play_turns(game, 3)
    assert not can_abort(game.pk, leader)
    abort(game_id=game.pk, seat=1 - leader, version=3)
    game.refresh_from_db()
    assert game.status == GameStatus.ABORTED


def test_abort_on_a_stale_version_is_refused(game: Game) -> None:
    with pytest.raises(StaleVersion):
        abort(game_id=game.pk, seat=0, version=1)


def test_abort_twice_is_refused(game: Game) -> None:
    abort(game_id=game.pk, seat=0, version=2)
    with pytest.raises(NotRunning):
        abort(game_id=game.pk, seat=0, version=3)


def test_abort_on_hold_is_refused(game: Game) -> None:
    hold_game(game.pk)
    with pytest.raises(OnHold):
        abort(game_id=game.pk, seat=0, version=3)


def test_abort_frees_the_computer_of_its_turn() -> None:
    game = play_turns(make_game_against_computer(), 1)
    abort(game_id=game.pk, seat=0, version=1)
    game.refresh_from_db()
    assert game.computer_due_at is None
