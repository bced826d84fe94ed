"""The move list, a page for every move, and the record to take away."""

import io
import json
import random
from pathlib import Path

import pytest
from django.core.management import call_command

from games import queries
from games.engine.pair import Seat as SeatIndex
from games.engine.view import view_round
from games.models import Game, Move, MoveKind, Player, Round
from games.queries.replay import replay_round
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import adjudicate, hold_game, release_game
from tests.conftest import Build
from tests.games.factories import (
    make_game,
    make_guest,
    make_member,
    play,
    play_any,
    play_to_end,
    play_turns,
    rig,
)
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def _scene(building: Build) -> tuple[Player, Player, int]:
    with building():
        salma, karim = make_member(), make_guest()
        return salma, karim, play_into_second_round(make_game(salma, karim, target=1000)).pk


@pytest.fixture
def salma(_scene: tuple[Player, Player, int]) -> Player:
    return _scene[0]


@pytest.fixture
def karim(_scene: tuple[Player, Player, int]) -> Player:
    return _scene[1]


@pytest.fixture
def game(_scene: tuple[Player, Player, int]) -> Game:
    """In the second deal of the second round."""
    return Game.objects.get(pk=_scene[2])


def play_into_second_round(game: Game) -> Game:
    chance = random.Random(11)
    while game.round_number < 2 or _plays_in_round(game) < 11:
        play_any(game, chance)
        game.refresh_from_db()
    return game


def _plays_in_round(game: Game) -> int:
    return game.moves.filter(round__number=game.round_number).count()


def read(player: Player | None, game: Game, *place: object) -> str:
    client = client_of(player) if player else client_of(make_member())
    response = client.get(address(game, *place))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def position(player: Player | None, game: Game, seq: int) -> queries.Position:
    return queries.get_position(game.public_id, player, seq)


def test_list_has_a_page_for_every_move(salma: Player, game: Game) -> None:
    page = read(salma, game, "moves")
    for seq in range(1, game.version + 1):
        assert f'href="{address(game, "moves", seq)}"' in page
    assert address(game, "moves", game.version + 1) not in page


def test_list_tells_plays_in_words(salma: Player, karim: Player) -> None:
    game = rig(make_game(salma, karim), floor="8H AC 7S KD", lead="8S JC 3D KH")
    play(game, "8S")
    page = read(salma, game, "moves")
    assert "8 of spades" in page
    assert "8 of hearts" in page


def test_list_tells_acts_that_are_no_plays(salma: Player, karim: Player) -> None:
    game = play_turns(make_game(salma, karim), 5)
    hold_game(game.pk)
    release_game(game.pk)
    game.refresh_from_db()
    resign(game_id=game.pk, seat=0, version=game.version)
    page = read(salma, game, "moves")
    assert "The staff have put this game on hold." in page
    assert "The staff have let this game go on." in page
    assert "You resigned." in page


@pytest.mark.parametrize("place", ["0", "100000", "9" * 25])
def test_number_of_no_move_has_no_page(salma: Player, game: Game, place: str) -> None:
    assert client_of(salma).get(address(game, "moves", place)).status_code == 404


def test_every_position_is_the_round_after_that_move(salma: Player, game: Game) -> None:
    for row in Round.objects.filter(game=game):
        played: list[tuple[str, str]] = []
        for move in Move.objects.filter(round=row).order_by("seq"):
            played.append((move.card, move.took))
            found = position(salma, game, move.seq)
            assert found.view == view_round(replay_round(game, row, played), 0)


@pytest.mark.parametrize("seat", [0, 1])
def test_running_round_shows_ones_own_hand_only(
    salma: Player, karim: Player, game: Game, seat: SeatIndex
) -> None:
    found = position((salma, karim)[seat], game, game.version)
    assert found.hands[seat] == found.view.hand
    assert found.hands[1 - seat] is None


def test_round_that_is_over_shows_both_hands(salma: Player, game: Game) -> None:
    found = position(salma, game, 1)
    assert found.hands.map(lambda hand: hand and len(hand)) == found.view.hand_sizes


def test_page_of_a_running_round_names_no_card_of_the_other(salma: Player, game: Game) -> None:
    row = game.rounds.get(number=2)
    played = Move.objects.filter(round=row).order_by("seq").values_list("card", "took")
    state = replay_round(game, row, played)
    page = read(salma, game, "moves", game.version)
    assert not [card for card in state.hands[1] if f"#{card}" in page]
    assert all(f"#{card}" in page for card in state.hands[0])


def test_round_of_a_game_called_off_keeps_the_other_hand_hidden(
    salma: Player, karim: Player
) -> None:
    game = play_turns(make_game(salma, karim), 1)
    abort(game_id=game.pk, seat=0, version=1)
    found = position(salma, game, 2)
    assert found.hands[1] is None
    assert "You called it off." in read(salma, game, "moves", 2)


def test_spectator_sees_both_hands_of_a_finished_game(salma: Player, karim: Player) -> None:
    game = play_turns(make_game(salma, karim), 5)
    resign(game_id=game.pk, seat=0, version=game.version)
    found = position(None, game, 3)
    assert None not in found.hands
    assert found.seat is None


def test_points_are_booked_by_the_last_play_of_a_round(salma: Player, game: Game) -> None:
    last = game.moves.filter(round__number=1).count()
    row = game.rounds.get(number=1)
    assert position(salma, game, last - 1).totals == (0, 0)
    assert position(salma, game, last).totals == row.points
    assert position(salma, game, last + 1).totals == row.points


def test_steps_lead_back_and_on(salma: Player, game: Game) -> None:
    page = read(salma, game, "moves", 7)
    assert f'rel="prev" href="{address(game, "moves", 6)}"' in page
    assert f'rel="next" href="{address(game, "moves", 8)}"' in page


def test_first_move_has_no_step_back_and_the_last_none_on(salma: Player, game: Game) -> None:
    assert 'rel="prev"' not in read(salma, game, "moves", 1)
    assert 'rel="next"' not in read(salma, game, "moves", game.version)


def test_page_leads_to_the_first_move_of_each_round(salma: Player, game: Game) -> None:
    first = game.moves.filter(round__number=2).order_by("seq")[0].seq
    assert address(game, "moves", first) in read(salma, game, "moves", 1)


def test_page_of_an_act_of_the_staff_says_so(salma: Player, karim: Player) -> None:
    game = play_turns(make_game(salma, karim), 5)
    adjudicate(game.pk, winner=1)
    assert game.moves.get(seq=6).kind == MoveKind.DECIDE
    page = read(None, game, "moves", 6)
    assert "The staff have ended this game." in page
    assert "The game is over." in page


def test_record_as_downloaded_is_replayed(salma: Player, karim: Player, tmp_path: Path) -> None:
    game = play_to_end(make_game(salma, karim, target=61), seed=4)
    response = client_of(make_member()).get(f"{address(game)}record.json")
    assert response["Content-Disposition"] == f'attachment; filename="basra-{game.public_id}.json"'
    record = tmp_path / "record.json"
    record.write_bytes(response.content)
    printed = io.StringIO()

    call_command("basra", "replay", str(record), stdout=printed)

    outcome = json.loads(printed.getvalue())
    assert (outcome["totals"], outcome["winner"]) == ([game.total_0, game.total_1], game.winner)


def test_record_of_a_running_game_is_kept(salma: Player, game: Game) -> None:
    assert client_of(salma).get(f"{address(game)}record.json").status_code == 404
