"""The cheap question of a page that waits."""

import re
from datetime import timedelta

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from games.models import Game, Player
from tests.games.factories import make_game, make_member, play_any, rig
from tests.games.queries_sent import count_queries
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return make_member()


@pytest.fixture
def game(salma: Player) -> Game:
    return rig(make_game(salma, make_member()))


def version_url(player: Player, game: Game) -> str:
    """As the table carries it."""
    page = client_of(player).get(address(game)).content.decode()
    found = re.search(r'data-version-url="([^"]+)"', page)
    assert found is not None
    return found[1].replace("&amp;", "&")


def test_nothing_new_is_an_empty_answer(salma: Player, game: Game) -> None:
    response = Client().get(version_url(salma, game))
    assert (response.status_code, response.content) == (204, b"")


def test_a_play_is_told_by_its_version(salma: Player, game: Game) -> None:
    url = version_url(salma, game)
    play_any(game)
    response = Client().get(url)
    assert (response.status_code, response.json()) == (200, {"version": 1})


def test_question_costs_one_query_and_no_session(salma: Player, game: Game) -> None:
    url = version_url(salma, game)
    client = client_of(salma)
    with count_queries() as sent:
        response = client.get(url)
    assert len(sent) == 1
    assert "games_game" in sent[0]
    assert not response.cookies


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "é" * 500])
def test_token_that_is_none_finds_nothing(game: Game, token: str) -> None:
    response = Client().get(address(game, "version"), {"v": 0, "t": token})
    assert response.status_code == 404


def test_token_of_another_game_finds_nothing(salma: Player, game: Game) -> None:
    other = make_game(salma, make_member())
    url = version_url(salma, other).replace(f"/{other.public_id}/", f"/{game.public_id}/")
    assert Client().get(url).status_code == 404


def test_token_ages(salma: Player, game: Game) -> None:
    url = version_url(salma, game)
    with time_machine.travel(timezone.now() + timedelta(hours=13)):
        assert Client().get(url).status_code == 404


@pytest.mark.parametrize("version", ["", "x", "-1", "9" * 40])
def test_nonsense_for_the_version_is_answered_with_the_right_one(
    salma: Player, game: Game, version: str
) -> None:
    url = re.sub(r"v=\d+", f"v={version}", version_url(salma, game))
    assert Client().get(url).json() == {"version": 0}
