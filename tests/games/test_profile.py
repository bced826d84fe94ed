"""The page of a member: what is on it, and what is not."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.models import Game, Level, Player
from games.services.resign import resign
from games.services.staff import abort_by_staff
from tests.games.factories import (
    make_game,
    make_guest,
    make_member,
    make_user,
    play_until_it_counts,
)
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Any:
    return make_user(name="Salma", joined_at=datetime(2025, 11, 3, tzinfo=UTC))


@pytest.fixture
def player(salma: Any) -> Player:
    return Player(user_id=salma.pk)


def give_up(game: Game, seat: int) -> Game:
    game = play_until_it_counts(game)
    resign(game_id=game.pk, seat=1 if seat else 0, version=game.version)
    return game


def page_of(member: Any, client: Client | None = None) -> str:
    response = (client or Client()).get(f"/people/{member.public_id}/")
    assert response.status_code == 200
    return " ".join(response.content.decode().split())


def test_anybody_sees_name_month_and_score(salma: Any, player: Player) -> None:
    give_up(make_game(player, make_member()), seat=1)
    give_up(make_game(player, Level.BEGINNER), seat=0)
    page = page_of(salma)
    assert "<bdi>Salma</bdi>" in page
    assert "Member since November 2025" in page
    assert "Games won</th><td>1</td><td>0</td>" in page
    assert "Games lost</th><td>0</td><td>1</td>" in page
    assert "Share won</th><td>100%</td><td>0%</td>" in page


def test_nothing_private_is_on_it(salma: Any) -> None:
    salma.language, salma.time_zone, salma.last_seen_at = "pl", "Africa/Cairo", clock.now()
    salma.save()
    page = page_of(salma, client_of(make_member()))
    for private in (salma.email, "Africa/Cairo", salma.last_seen_at.isoformat(), "Polski"):
        assert private not in page


def test_latest_games_are_those_that_neither_player_keeps(salma: Any, player: Player) -> None:
    shown = give_up(make_game(player, Level.STRONG), seat=0)
    hidden = [give_up(make_game(player, make_member()), seat=1) for _ in range(2)]
    for index, game in enumerate(hidden):
        game.seats.filter(index=index).update(keeps_private=True)
    running, called_off = make_game(player, make_member()), make_game(player, make_member())
    abort_by_staff(called_off.pk)
    page = page_of(salma)
    assert f'href="/games/{shown.public_id}/"' in page
    assert "Resigned against the computer" in page
    for game in (*hidden, running, called_off):
        assert game.public_id not in page


def test_no_more_than_ten_games(salma: Any, player: Player) -> None:
    games = [give_up(make_game(player, make_guest()), seat=1) for _ in range(11)]
    page = page_of(salma)
    assert games[0].public_id not in page
    assert sum(game.public_id in page for game in games) == 10


def test_reader_and_member_are_told_how_they_stand(salma: Any, player: Player) -> None:
    for reader in (make_member(), make_guest()):
        give_up(make_game(reader, player), seat=0)
        give_up(make_game(player, reader), seat=0)
        give_up(make_game(player, reader), seat=0)
        page = page_of(salma, client_of(reader))
        assert "You and \u2068Salma\u2069 so far: 2 won, 1 lost." in page


def test_page_says_from_when_a_game_counts(salma: Any) -> None:
    assert "A game counts once both have played twice." in page_of(salma)


def test_meeting_without_a_second_play_does_not_count(salma: Any, player: Player) -> None:
    reader = make_member()
    resign(game_id=make_game(player, reader).pk, seat=0, version=0)
    assert "so far:" not in page_of(salma, client_of(reader))


def test_who_has_not_met_the_member_is_told_nothing(salma: Any, player: Player) -> None:
    give_up(make_game(player, make_member()), seat=0)
    for client in (Client(), client_of(make_member()), client_of(player)):
        assert "so far:" not in page_of(salma, client)


def test_others_may_invite_the_member(salma: Any) -> None:
    assert f'href="/new/?to={salma.public_id}"' in page_of(salma, client_of(make_member()))
    assert f'href="/new/?to={salma.public_id}"' in page_of(salma)


def test_own_page_leads_to_the_settings(salma: Any, player: Player) -> None:
    page = page_of(salma, client_of(player))
    assert "Invite to a game" not in page
    assert f'href="{reverse("accounts:settings")}"' in page


def test_suspended_members_page_stays_without_an_invitation(salma: Any) -> None:
    salma.is_active, salma.suspended_at = False, clock.now()
    salma.save()
    page = page_of(salma)
    assert "This account is suspended" in page
    assert "Invite to a game" not in page


def test_closed_account_has_no_page(salma: Any) -> None:
    salma.is_active, salma.closed_at = False, clock.now()
    salma.save()
    assert Client().get(f"/people/{salma.public_id}/").status_code == 404


def test_unknown_member_has_no_page() -> None:
    assert Client().get("/people/abcdefghijkl/").status_code == 404


def test_own_star_in_the_bar_leads_to_the_own_page(salma: Any, player: Player) -> None:
    page = client_of(player).get("/rules/").content.decode()
    assert f'href="/people/{salma.public_id}/"' in page
