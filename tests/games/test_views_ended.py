"""The page of a game that is over, for its players and for others, and who may look at it."""

from typing import Any

import pytest
from django.test import Client

from games.models import Game, Player, Seat
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    make_user,
    play_to_end,
    play_turns,
)
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return Player(user_id=make_user(name="Salma").pk)


@pytest.fixture
def karim() -> Player:
    return Player(user_id=make_user(name="Karim").pk)


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    return play_turns(make_game(salma, karim), 5)


@pytest.fixture
def finished(game: Game) -> Game:
    resign(game_id=game.pk, seat=0, version=game.version)
    game.refresh_from_db()
    return game


def client_for(player: Player | None) -> Client:
    return Client() if player is None else client_of(player)


def read(player: Player | None, game: Game) -> str:
    response = client_for(player).get(address(game))
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_spectator_reads_both_names_and_who_won(finished: Game) -> None:
    page = read(None, finished)
    assert "Karim\u2069 wins" in page
    assert "Salma\u2069 resigned." in page
    assert "<bdi>Salma</bdi>" in page


def test_spectator_is_called_neither_side(finished: Game) -> None:
    assert "<bdi>You</bdi>" not in read(None, finished)
    assert "<bdi>You</bdi>" in read(Player(user_id=finished.seats.get(index=0).user_id), finished)


def test_spectator_is_led_to_rounds_moves_and_record(finished: Game) -> None:
    page = read(None, finished)
    assert address(finished, "rounds", 1) in page
    assert address(finished, "moves") in page
    assert f"{address(finished)}record.json" in page


def test_spectator_has_nothing_to_press(finished: Game) -> None:
    assert "<button" not in read(make_member(), finished)


def test_page_for_spectators_is_kept_out_of_search_engines(finished: Game) -> None:
    assert '<meta name="robots" content="noindex">' in read(None, finished)


def test_page_for_spectators_names_the_game_where_it_is_shared(finished: Game) -> None:
    assert "Karim and Salma" in read(None, finished)


def test_spectator_of_a_guests_game_learns_the_guests_number_only() -> None:
    guest = make_guest()
    game = play_to_end(make_game_against_computer(guest, target=0))
    page = read(None, game)
    assert game.seats.get(index=0).name in page
    assert "Keep it?" not in page


def test_names_lead_to_the_people(finished: Game, karim: Player) -> None:
    public_id = finished.seats.get(index=1).user.public_id
    assert f'href="/people/{public_id}/"' in read(None, finished)


def test_draw_by_the_staff_is_a_draw_for_both(game: Game, salma: Player, karim: Player) -> None:
    adjudicate(game.pk, winner=None)
    for player in (salma, karim):
        page = read(player, game)
        assert "A draw" in page
        assert "Decided by the staff" in page


def test_win_by_the_staff_is_told_to_both(game: Game, salma: Player, karim: Player) -> None:
    adjudicate(game.pk, winner=1)
    assert "Karim\u2069 wins" in read(salma, game)
    assert "You win" in read(karim, game)


def test_game_called_off_by_the_staff_says_so(game: Game, salma: Player) -> None:
    abort_by_staff(game.pk)
    page = read(salma, game)
    assert "No winner" in page
    assert "Ended by the staff of this site, without a result." in page


def test_game_called_off_says_by_whom(salma: Player, karim: Player) -> None:
    game = play_turns(make_game(salma, karim), 1)
    abort(game_id=game.pk, seat=1, version=1)
    assert "Karim\u2069 called the game off." in read(salma, game)
    assert "You called it off." in read(karim, game)


def test_round_of_a_game_called_off_leads_to_no_bill(salma: Player, karim: Player) -> None:
    game = play_turns(make_game(salma, karim), 1)
    abort(game_id=game.pk, seat=1, version=1)
    assert address(game, "rounds", 1) not in read(salma, game)


def wish(player: Player, game: Game, show: str) -> Any:
    return client_of(player).post(address(game, "privacy"), {"show": show})


def closed_seats(game: Game) -> list[int]:
    return list(Seat.objects.filter(game=game, keeps_private=True).values_list("index", flat=True))


def test_closing_leads_back_to_the_game(finished: Game, salma: Player) -> None:
    response = wish(salma, finished, "players")
    assert (response.status_code, response["Location"]) == (303, address(finished))


def test_each_side_has_a_wish_of_its_own(finished: Game, salma: Player, karim: Player) -> None:
    wish(salma, finished, "players")
    wish(karim, finished, "players")
    wish(salma, finished, "everybody")
    assert closed_seats(finished) == [1]
    assert Client().get(address(finished)).status_code == 404


def test_opened_again_it_is_seen_by_everybody(finished: Game, salma: Player) -> None:
    wish(salma, finished, "players")
    wish(salma, finished, "everybody")
    assert Client().get(address(finished)).status_code == 200


def test_each_side_is_told_who_closed_it(finished: Game, salma: Player, karim: Player) -> None:
    wish(salma, finished, "players")
    assert "You have closed this game to others." in read(salma, finished)
    assert "The other side has closed this game" in read(karim, finished)


@pytest.mark.parametrize("show", ["", "nobody"])
def test_unknown_wish_changes_nothing(finished: Game, salma: Player, show: str) -> None:
    assert wish(salma, finished, show).status_code == 303
    assert closed_seats(finished) == []


def test_running_game_is_not_closed(game: Game, salma: Player) -> None:
    assert wish(salma, game, "players").status_code == 303
    assert closed_seats(game) == []


def test_table_that_waits_is_led_to_the_page_of_the_result(finished: Game, karim: Player) -> None:
    answer = client_of(karim).get(address(finished), headers={"HX-Request": "true"})
    assert (answer.status_code, answer["HX-Redirect"]) == (204, address(finished))


def test_play_from_a_table_that_is_over_is_told_on_the_page_of_the_result(
    finished: Game, karim: Player
) -> None:
    client = client_of(karim)
    answer = client.post(
        f"{address(finished)}play/",
        {"version": finished.version - 1, "card": "8H"},
        headers={"HX-Request": "true"},
    )
    assert answer["HX-Redirect"] == address(finished)
    assert (
        "This game is over. Nothing was played." in client.get(address(finished)).content.decode()
    )
