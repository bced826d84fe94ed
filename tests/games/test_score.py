"""The score that a member keeps (R5.3)."""

from typing import Any

import pytest

from games import queries
from games.models import Game, Guest, Level, Move, Player
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate
from tests.games.factories import (
    make_game,
    make_guest,
    make_member,
    make_user,
    play_to_end,
    play_turns,
    play_until_it_counts,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Any:
    return make_user(name="Salma")


@pytest.fixture
def player(salma: Any) -> Player:
    return Player(user_id=salma.pk)


def give_up(game: Game, seat: int) -> Game:
    game = play_until_it_counts(game)
    resign(game_id=game.pk, seat=1 if seat else 0, version=game.version)
    return game


def test_won_and_lost_are_kept_apart_by_who_sat_opposite(salma: Any, player: Player) -> None:
    give_up(make_game(player, make_member()), seat=1)
    give_up(make_game(make_guest(), player), seat=0)
    give_up(make_game(player, make_member()), seat=0)
    give_up(make_game(player, Level.BEGINNER), seat=0)
    scores = queries.get_scores(salma.pk)
    assert (scores.people.won, scores.people.lost) == (2, 1)
    assert (scores.computer.won, scores.computer.lost) == (0, 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_points_are_those_of_the_own_seat(salma: Any, player: Player, seat: int) -> None:
    seats = (player, Level.BEGINNER) if seat == 0 else (Level.BEGINNER, player)
    game = play_to_end(make_game(*seats, target=0), seed=9)
    scores = queries.get_scores(salma.pk)
    assert scores.computer.points == game.totals[seat]
    assert scores.people.points == 0


def test_basras_are_counted_by_kind_and_side(salma: Any, player: Player) -> None:
    for other in (make_member(), Level.BEGINNER):
        game = play_to_end(make_game(player, other, target=0), seed=5)
        Move.objects.filter(game=game).update(basra="")
        kinds = ("plain", "jack", "komi", "jack") if isinstance(other, Player) else ("komi",)
        for seq, kind in enumerate(kinds, start=1):
            Move.objects.filter(game=game, seq=seq).update(seat=0, took="2C", basra=kind)
        Move.objects.filter(game=game, seq=6).update(seat=1, took="2C", basra="plain")
    scores = queries.get_scores(salma.pk)
    people, computer = scores.people.basras, scores.computer.basras
    assert (people.plain, people.jack, people.komi) == (1, 2, 1)
    assert (computer.plain, computer.jack, computer.komi) == (0, 0, 1)


def test_games_that_run_or_were_called_off_keep_nothing(salma: Any, player: Player) -> None:
    make_game(player, make_member())
    abort_by_staff(play_until_it_counts(make_game(player, make_member())).pk)
    scores = queries.get_scores(salma.pk)
    assert (scores.people.games, scores.people.points) == (0, 0)


def test_game_without_a_winner_is_neither_won_nor_lost(salma: Any, player: Player) -> None:
    adjudicate(play_until_it_counts(make_game(player, make_member())).pk, winner=None)
    assert queries.get_scores(salma.pk).people.games == 0


@pytest.mark.parametrize("other", [make_member, lambda: Level.BEGINNER])
def test_game_that_could_still_be_called_off_keeps_nothing(
    salma: Any, player: Player, other: Any
) -> None:
    game = play_turns(make_game(player, other()), 3)
    Move.objects.filter(game=game).update(took="2C", basra="plain")
    resign(game_id=game.pk, seat=0, version=game.version)
    nothing = queries.KeptScore()
    assert queries.get_scores(salma.pk) == queries.Scores(people=nothing, computer=nothing)


def test_newcomer_has_kept_nothing(salma: Any) -> None:
    nothing = queries.KeptScore()
    assert queries.get_scores(salma.pk) == queries.Scores(people=nothing, computer=nothing)


def test_games_of_a_guest_count_for_the_account_that_took_them_over(salma: Any) -> None:
    guest = Guest.objects.create()
    game = give_up(make_game(Player(guest_id=guest.pk), make_member()), seat=1)
    game.seats.filter(guest=guest).update(guest=None, user=salma)
    assert queries.get_scores(salma.pk).people.won == 1
