import pytest

from games.models import EndedBy, GameStatus, Move, MoveKind, Round
from games.queries.audit import list_differences
from games.services.errors import NotRunning, StaleVersion
from games.services.resign import resign
from tests.games.factories import make_game, make_game_against_computer, play_any, play_turns

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seat", [0, 1])
def test_resign_gives_the_game_to_the_other_seat(seat: int) -> None:
    game = play_turns(make_game(), 3)
    resign(game_id=game.pk, seat=seat, version=3)
    game.refresh_from_db()
    assert (game.status, game.ended_by, game.winner, game.to_move) == (
        GameStatus.FINISHED,
        EndedBy.RESIGN,
        1 - seat,
        None,
    )
    assert list_differences(game) == []


def test_resign_is_a_move() -> None:
    game = make_game()
    resign(game_id=game.pk, seat=1, version=0)
    move = Move.objects.get(game=game)
    assert (move.seq, move.seat, move.kind, move.card) == (1, 1, MoveKind.RESIGN, "")


def test_resign_ends_the_round_without_points() -> None:
    game = play_turns(make_game(), 3)
    resign(game_id=game.pk, seat=0, version=3)
    row = Round.objects.get(game=game)
    assert row.is_over
    assert row.points is None


def test_resign_twice_is_refused() -> None:
    game = make_game()
    resign(game_id=game.pk, seat=0, version=0)
    with pytest.raises(NotRunning):
        resign(game_id=game.pk, seat=0, version=0)


def test_resign_on_a_stale_version_is_refused() -> None:
    game = make_game()
    play_any(game)
    with pytest.raises(StaleVersion):
        resign(game_id=game.pk, seat=0, version=0)


def test_resign_frees_the_computer_of_its_turn() -> None:
    game = make_game_against_computer()
    play_any(game)
    resign(game_id=game.pk, seat=0, version=1)
    game.refresh_from_db()
    assert game.computer_due_at is None
