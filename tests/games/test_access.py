"""Who may look at a game, and from where."""

from collections.abc import Callable

import pytest

from games import queries
from games.engine.pair import Seat as SeatIndex
from games.models import Game, Player, Round, Seat
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate, hold_game
from tests.games.factories import make_game, make_guest, make_member, play_any, play_turns

pytestmark = pytest.mark.django_db

SPECTATORS = [lambda: None, make_member, make_guest]


@pytest.fixture
def players() -> tuple[Player, Player]:
    return make_member(), make_guest()


@pytest.fixture
def finished(players: tuple[Player, Player]) -> Game:
    game = play_turns(make_game(*players), 5)
    resign(game_id=game.pk, seat=0, version=game.version)
    return game


def close_to_others(game: Game, seat: SeatIndex) -> None:
    Seat.objects.filter(game=game, index=seat).update(keeps_private=True)


@pytest.mark.parametrize("seat", [0, 1])
def test_player_looks_from_the_own_seat(players: tuple[Player, Player], seat: SeatIndex) -> None:
    game = make_game(*players)
    point = queries.get_viewpoint(game.public_id, players[seat])
    assert (point.game_id, point.seat) == (game.pk, seat)


@pytest.mark.parametrize("spectator", SPECTATORS)
def test_finished_game_is_seen_by_everybody(
    finished: Game, spectator: Callable[[], Player | None]
) -> None:
    point = queries.get_viewpoint(finished.public_id, spectator())
    assert (point.game_id, point.seat) == (finished.pk, None)


@pytest.mark.parametrize("spectator", SPECTATORS)
@pytest.mark.parametrize("seat", [0, 1])
def test_game_that_one_side_closed_is_seen_by_nobody_else(
    finished: Game, spectator: Callable[[], Player | None], seat: SeatIndex
) -> None:
    close_to_others(finished, seat)
    with pytest.raises(Seat.DoesNotExist):
        queries.get_viewpoint(finished.public_id, spectator())


def test_closed_game_is_still_seen_by_both_sides(
    finished: Game, players: tuple[Player, Player]
) -> None:
    close_to_others(finished, 0)
    seen_from = [queries.get_viewpoint(finished.public_id, player).seat for player in players]
    assert seen_from == [0, 1]


def call_off(game: Game) -> None:
    abort(game_id=game.pk, seat=0, version=game.version)


@pytest.mark.parametrize(
    "act",
    [
        play_any,
        call_off,
        lambda game: hold_game(game.pk),
        lambda game: abort_by_staff(game.pk),
    ],
)
@pytest.mark.parametrize("spectator", SPECTATORS)
def test_game_that_is_not_finished_is_seen_by_nobody_else(
    spectator: Callable[[], Player | None], act: Callable[[Game], object]
) -> None:
    game = make_game()
    act(game)
    with pytest.raises(Seat.DoesNotExist):
        queries.get_viewpoint(game.public_id, spectator())


def test_game_that_is_not_there_is_seen_by_nobody() -> None:
    with pytest.raises(Seat.DoesNotExist):
        queries.get_viewpoint("nothing", make_member())


def test_spectator_has_no_table(finished: Game) -> None:
    with pytest.raises(Seat.DoesNotExist):
        queries.get_table(finished.public_id, None)


def test_spectator_sees_the_round_of_a_finished_game(finished: Game) -> None:
    found = queries.get_finished_round(finished.public_id, None, 1)
    assert found.seat is None
    assert found.seed == finished.rounds.get().seed


@pytest.mark.parametrize("seat", [0, 1])
def test_round_of_a_game_called_off_is_opened_to_nobody(
    players: tuple[Player, Player], seat: SeatIndex
) -> None:
    game = make_game(*players)
    call_off(game)
    with pytest.raises(Round.DoesNotExist):
        queries.get_finished_round(game.public_id, players[seat], 1)


def test_round_that_the_staff_cut_off_is_open(players: tuple[Player, Player]) -> None:
    game = play_turns(make_game(*players), 5)
    adjudicate(game.pk, winner=None)
    assert queries.get_finished_round(game.public_id, players[0], 1).score is None
