"""A play from the page: what it stores, where it leads, and how it is refused."""

from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.engine.cards import format_cards
from games.engine.round import legal_plays
from games.models import Game, Move, Player, Via
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member, play_turns, rig, state_of
from tests.games.queries_sent import count_queries
from tests.games.visitors import HTMX, address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return make_member()


@pytest.fixture
def game(salma: Player) -> Game:
    """Salma leads, with an 8 that takes in two ways."""
    return rig(make_game(salma, make_member()), floor="AH 2C 5D 6S", lead="8S JC 3D KH")


@pytest.fixture
def client(salma: Player) -> Client:
    return client_of(salma)


def post(client: Client, game: Game, headers: dict[str, str] | None = None, **fields: Any) -> Any:
    fields = {"version": game.version, **fields}
    return client.post(address(game, "play"), fields, headers=headers or {})


def moves(game: Game) -> list[tuple[str, str]]:
    return list(Move.objects.filter(game=game).order_by("seq").values_list("card", "took"))


def text(response: HttpResponse) -> str:
    return response.content.decode()


def test_play_is_stored_and_leads_to_the_table(client: Client, game: Game) -> None:
    response = post(client, game, card="3D")
    assert response.status_code == 303
    assert response["Location"] == address(game) + "?round=1"
    assert moves(game) == [("3D", "2C AH")]
    assert Move.objects.get().via == Via.PAGE


def test_way_is_taken_from_the_group_of_the_card(client: Client, game: Game) -> None:
    """A page without script sends the ways of all cards."""
    response = post(client, game, card="8S", take_8S="2C 6S", take_KH="AH")
    assert response.status_code == 303
    assert moves(game) == [("8S", "2C 6S")]


def test_way_may_come_as_plain_take(client: Client, game: Game) -> None:
    post(client, game, card="8S", take="5D 2C AH")
    assert moves(game) == [("8S", "2C 5D AH")]


def test_ways_that_are_one_for_the_reader_are_sent_as_one(salma: Player) -> None:
    """R2.2: a ten takes the six with either four; the page names one of them."""
    game = rig(make_game(salma, make_member()), floor="4C 4S 6H 9D", lead="TC")
    client = client_of(salma)
    page = text(client.get(address(game)))
    assert 'name="take_TC" value="4C 6H"' in page
    assert post(client, game, card="TC", take_TC="4C 6H").status_code == 303


def test_card_with_several_ways_asks_for_one(client: Client, game: Game) -> None:
    response = post(client, game, card="8S")
    assert response.status_code == 422
    assert "several ways" in text(response)
    assert moves(game) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"card": "4S"}, "not in your hand"),
        ({"card": "8S", "take": "AH 6S"}, "cannot take those cards"),
        ({"card": "KH", "take": "AH"}, "cannot take those cards"),
        ({}, "Choose a card first"),
        ({"card": ""}, "Choose a card first"),
        ({"card": "1X"}, "no such card"),
        ({"card": "8S8S"}, "no such card"),
        ({"card": "<b>"}, "no such card"),
        ({"card": "8S\x00"}, "Null characters"),
        ({"card": "8S", "take": "ZZ"}, "no cards"),
        ({"card": "8S", "take": "AH AH"}, "no cards"),
        ({"card": "8S", "take": "2C " * 5000}, "no cards"),
        ({"card": "3D", "version": "x"}, "which table"),
        ({"card": "3D", "version": "-1"}, "which table"),
        ({"card": "3D", "version": "9" * 30}, "which table"),
        ({"card": "3D", "version": "0_0"}, "which table"),
        ({"card": "3D", "version": ""}, "which table"),
    ],
)
def test_play_that_is_none_says_why(
    client: Client, game: Game, fields: dict[str, str], words: str
) -> None:
    response = post(client, game, **fields)
    assert response.status_code == 422
    assert words in text(response)
    assert moves(game) == []


def test_refused_play_shows_the_table_to_try_again(client: Client, game: Game) -> None:
    page = text(post(client, game, card="4S"))
    assert 'name="card"' in page
    assert 'role="alert"' in page


def test_refused_play_within_a_page_is_a_part(client: Client, game: Game) -> None:
    response = post(client, game, headers=HTMX, card="4S")
    assert response.status_code == 422
    assert "<html" not in text(response)


def test_second_press_of_the_button_is_absorbed(client: Client, game: Game) -> None:
    first = post(client, game, card="3D")
    second = post(client, game, card="3D")
    assert (second.status_code, second["Location"]) == (303, first["Location"])
    assert len(moves(game)) == 1


def test_other_card_on_an_old_table_is_told(client: Client, game: Game) -> None:
    post(client, game, card="3D")
    response = post(client, game, card="KH")
    assert response.status_code == 409
    assert "moved on" in text(response)
    assert len(moves(game)) == 1


def test_turn_of_the_other_is_told(client: Client, game: Game) -> None:
    post(client, game, card="3D")
    game.refresh_from_db()
    response = post(client, game, card="KH")
    assert response.status_code == 409
    assert "not your turn" in text(response)


def test_finished_game_says_so(client: Client, game: Game) -> None:
    resign(game_id=game.pk, seat=1, version=0)
    response = post(client, game, card="3D")
    assert response.status_code == 409
    assert "This game is over" in text(response)


def test_play_that_ends_the_round_leads_to_its_bill() -> None:
    players = [make_member(), make_member()]
    game = play_turns(make_game(*players, target=1000), 40)
    while game.round_number == 1:
        chosen = legal_plays(state_of(game))[0]
        client = client_of(players[game.to_move or 0])
        response = post(client, game, card=chosen.card, take=format_cards(chosen.take))
        game.refresh_from_db()
    assert response["Location"] == address(game) + "?round=1"
    assert client.get(response["Location"])["Location"] == address(game, "rounds", 1)


@pytest.mark.parametrize("who", ["guest", "member", "nobody"])
def test_outsider_plays_nothing(game: Game, who: str) -> None:
    player = {"guest": make_guest, "member": make_member}.get(who)
    client = client_of(player()) if player else Client()
    assert post(client, game, card="3D").status_code == 404
    assert moves(game) == []


def test_looking_plays_nothing(client: Client, game: Game) -> None:
    response = client.get(address(game, "play"), {"card": "3D", "version": 0})
    assert (response.status_code, response["Location"]) == (302, address(game))
    assert moves(game) == []


def test_form_of_another_site_is_refused(salma: Player, game: Game) -> None:
    client = client_of(salma)
    client.handler.enforce_csrf_checks = True
    assert post(client, game, card="3D").status_code == 403
    assert moves(game) == []


@pytest.mark.django_db(transaction=True)
def test_play_needs_few_queries(client: Client, game: Game) -> None:
    client.get(address(game))
    with count_queries() as sent:
        post(client, game, card="3D")
    assert len(sent) <= 14
