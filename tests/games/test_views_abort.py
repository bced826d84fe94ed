"""Calling a game off in two steps, and what a game on hold refuses."""

from typing import Any

import pytest

from games.models import Game, GameStatus, Player
from games.services.abort import abort
from games.services.staff import hold_game, release_game
from tests.games.factories import make_game, make_guest, make_member, play_any, play_turns, rig
from tests.games.letters import make_reader
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return make_reader()


@pytest.fixture
def karim() -> Player:
    return make_member()


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    """Salma leads."""
    return rig(make_game(salma, karim), floor="8H AC 7S KD", lead="8S JC 3D KH")


def read(player: Player, game: Game, *place: object) -> str:
    return " ".join(client_of(player).get(address(game, *place)).content.decode().split())


def ask(player: Player, game: Game, **fields: Any) -> Any:
    game.refresh_from_db()
    return client_of(player).post(
        address(game, "abort"), {"version": game.version, **fields}, follow=False
    )


def test_first_step_changes_nothing(salma: Player, game: Game) -> None:
    page = read(salma, game, "abort")
    assert "Call this game off?" in page
    assert "Yes, call it off" in page
    game.refresh_from_db()
    assert game.is_running


def test_second_step_ends_the_game(salma: Player, game: Game) -> None:
    response = ask(salma, game)
    assert (response.status_code, response["Location"]) == (303, address(game))
    game.refresh_from_db()
    assert game.status == GameStatus.ABORTED


def test_pressed_twice_it_leads_to_the_result(salma: Player, game: Game) -> None:
    ask(salma, game)
    assert ask(salma, game).status_code == 303
    assert game.moves.count() == 1


def test_pressed_after_the_other_it_says_that_it_is_over(
    salma: Player, karim: Player, game: Game
) -> None:
    abort(game_id=game.pk, seat=1, version=0)
    response = ask(salma, game)
    assert response.status_code == 409
    assert "over already" in response.content.decode()


def test_on_an_old_table_it_asks_once_more(salma: Player, game: Game) -> None:
    play_any(game)
    response = ask(salma, game, version=0)
    assert response.status_code == 409
    assert "Yes, call it off" in response.content.decode()


@pytest.mark.parametrize("version", ["", "x", "-1"])
def test_without_a_version_it_asks_once_more(salma: Player, game: Game, version: str) -> None:
    assert ask(salma, game, version=version).status_code == 422


def test_after_ones_second_play_it_is_refused_in_words(salma: Player, game: Game) -> None:
    play_turns(game, 3)
    response = ask(salma, game)
    assert response.status_code == 409
    assert "You have played twice" in response.content.decode()
    game.refresh_from_db()
    assert game.is_running


def test_after_ones_second_play_there_is_no_button(salma: Player, game: Game) -> None:
    play_turns(game, 3)
    page = read(salma, game, "abort")
    assert "Too late to call it off" in page
    assert f'href="{address(game, "resign")}"' in page
    assert "Yes, call it off" not in page


def test_table_offers_it_while_it_may_be(salma: Player, karim: Player, game: Game) -> None:
    play_turns(game, 3)
    assert address(game, "abort") not in read(salma, game)
    assert address(game, "abort") in read(karim, game)


@pytest.mark.parametrize("step", ["abort", "resign"])
def test_game_on_hold_is_ended_by_nobody(salma: Player, game: Game, step: str) -> None:
    hold_game(game.pk)
    page = read(salma, game, step)
    assert "on hold" in page
    assert 'type="submit"' not in page.split("ask-page")[1]
    game.refresh_from_db()
    response = client_of(salma).post(address(game, step), {"version": game.version})
    assert response.status_code == 409
    assert "on hold" in response.content.decode()


def test_table_on_hold_has_nothing_to_press(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    page = read(salma, game)
    assert "The staff have put this game on hold." in page
    assert 'name="card"' not in page
    assert address(game, "resign") not in page
    assert address(game, "abort") not in page


def test_table_on_hold_says_that_one_is_written_to(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    assert "We write when it goes on." in read(salma, game)


def test_guest_without_an_address_is_promised_no_mail(salma: Player) -> None:
    guest = make_guest()
    game = make_game(guest, salma)
    hold_game(game.pk)
    assert "We write when it goes on." not in read(guest, game)


def test_table_on_hold_shows_ones_hand(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    page = read(salma, game)
    assert all(f"#{code}" in page for code in ("8S", "JC", "3D", "KH"))


def test_play_on_hold_is_refused_in_words(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    game.refresh_from_db()
    response = client_of(salma).post(
        address(game, "play"), {"version": game.version, "card": "8S", "take": ""}
    )
    assert response.status_code == 409
    assert "Nothing was played." in response.content.decode()


def test_released_table_says_so_until_the_next_play(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    release_game(game.pk)
    assert "The staff have let this game go on." in read(salma, game)
    play_any(game)
    assert "The staff have let this game go on." not in read(salma, game)


def test_list_of_games_says_that_a_game_is_on_hold(salma: Player, game: Game) -> None:
    hold_game(game.pk)
    page = client_of(salma).get("/").content.decode()
    assert "on hold" in page
