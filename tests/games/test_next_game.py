"""The way from any page to the game that waits, and what is on hold in the list of games."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import clock, queries
from games.models import Game, Level, Outage, Player, Vacation
from games.presenters.home import describe_last_play
from games.presenters.people import Person
from games.services.resign import resign
from games.services.staff import hold_game
from games.views.scene import make_turn
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    play,
    play_any,
    rig,
)
from tests.games.invited import make_named
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db

NEXT = "bar__next"


@pytest.fixture
def salma() -> Player:
    return make_member()


def read(player: Player, path: str) -> str:
    return " ".join(client_of(player).get(path).content.decode().split())


def waiting(player: Player) -> Game:
    return rig(make_game(player, make_member()))


@pytest.mark.parametrize("make", [make_member, make_guest])
def test_bar_leads_to_the_game_that_waits(make: type[Player]) -> None:
    player = make()
    waiting(player)
    (way,) = re.findall(rf'<a class="btn {NEXT}" href="([^"]*)"', read(player, "/rules/"))
    assert way == "/next/"


@pytest.mark.parametrize("name", ["leaderboard", "rules", "new", "shuffle"])
def test_bar_counts_the_games_that_wait(salma: Player, name: str) -> None:
    for _ in range(2):
        waiting(salma)
    assert 'aria-label="2 waiting"' in read(salma, reverse(f"games:{name}"))


def test_bar_leads_nowhere_where_nothing_waits(salma: Player) -> None:
    rig(make_game(salma, make_member()), dealer=0)
    hold_game(waiting(salma).pk)
    assert NEXT not in read(salma, "/rules/")


def test_table_and_first_page_have_no_second_way(salma: Player) -> None:
    for path in (waiting(salma).get_absolute_url(), "/"):
        assert NEXT not in read(salma, path)


def test_game_that_has_just_ended_stays_and_shows_the_way(salma: Player) -> None:
    waiting(salma)
    over = rig(make_game(salma, Level.REGULAR))
    resign(game_id=over.pk, seat=0, version=0)
    page = read(salma, over.get_absolute_url())
    assert NEXT in page
    assert "http-equiv" not in page


def lead(player: Player, path: str = "/next/") -> str:
    return client_of(player).get(path).headers["Location"]


@pytest.fixture
def games(salma: Player) -> list[Game]:
    """Three that wait for her, by deadline."""
    found = [waiting(salma) for _ in range(3)]
    return sorted(found, key=lambda game: game.deadline_at)


def test_list_is_in_the_order_in_which_one_wants_it(salma: Player, games: list[Game]) -> None:
    rig(make_game(salma, make_member()), dealer=0)
    make_named(make_member(), salma)
    resign(game_id=rig(make_game(salma, make_member())).pk, seat=0, version=0)
    page = read(salma, "/")
    found = re.findall(r"<h2[^>]*>\s*([^<]*?)\s*</h2>", page)
    assert found == ["Your turn", "Waiting", "Invitations", "Finished"]


def test_next_game_is_the_first_that_waits(salma: Player, games: list[Game]) -> None:
    assert lead(salma) == games[0].get_absolute_url()


def test_skipping_leads_on_and_remembers_where_one_is(salma: Player, games: list[Game]) -> None:
    first, second, _ = games
    where = lead(salma, f"/next/?after={first.public_id}")
    assert where == f"{second.get_absolute_url()}?after={first.public_id}"


def test_skipping_the_last_one_stops_and_counts_those_that_wait(
    salma: Player, games: list[Game]
) -> None:
    page = read(salma, f"/next/?after={games[-1].public_id}")
    assert "You have skipped 3 games. They still wait for you." in page
    assert 'href="/next/"' in page


@pytest.mark.parametrize("after", ["nothing", "%00", "é" * 300])
def test_skipping_what_does_not_wait_begins_with_the_first(
    salma: Player, games: list[Game], after: str
) -> None:
    answer = client_of(salma).get(f"/next/?after={after}")
    assert answer.status_code == 400 or answer["Location"] == games[0].get_absolute_url()


def test_nobody_is_led_on_where_nobody_waits(salma: Player) -> None:
    rig(make_game(salma, make_member()), dealer=0)
    assert "Nobody is waiting for you" in read(salma, "/next/")


def test_nobody_yet_signs_in_on_the_way_to_the_next_game(client: Client) -> None:
    assert client.get("/next/").headers["Location"] == "/accounts/login/?next=/next/"


def test_guest_for_whom_nobody_waits_is_shown_the_way_to_sign_in() -> None:
    assert 'href="/accounts/login/?next=/next/"' in read(make_guest(), "/next/")


def test_member_for_whom_nobody_waits_is_not_asked_to_sign_in(salma: Player) -> None:
    assert "/accounts/login/" not in read(salma, "/next/")


@pytest.mark.parametrize(
    ("happens", "is_awaited"),
    [
        (lambda game: None, True),
        (lambda game: hold_game(game.pk), False),
        (lambda game: play_any(game), False),
        (lambda game: resign(game_id=game.pk, seat=0, version=0), False),
    ],
    ids=["her turn", "on hold", "played", "over"],
)
def test_game_waits_for_the_same_person_in_rows_and_in_lists(
    salma: Player, happens: Callable[[Game], object], is_awaited: bool
) -> None:
    game = waiting(salma)
    happens(game)
    game.refresh_from_db()
    assert game.awaits(0) is is_awaited
    assert game.seats.awaited().filter(index=0).exists() is is_awaited
    assert (game.public_id in queries.list_awaited(salma)) is is_awaited


def test_game_on_hold_waits_without_an_act(salma: Player) -> None:
    hold_game(waiting(salma).pk)
    page = read(salma, "/")
    assert "<title> My games" in page
    assert "Nobody is waiting for you." in page
    assert "on hold" in page
    assert ">Play<" not in page


def test_list_says_of_what_a_moment_is(salma: Player) -> None:
    make_game_against_computer(salma)
    assert re.search(r"Last move: <time [^>]*>just now</time>", read(salma, "/"))


def test_list_tells_deadlines_and_the_first_of_them_above(salma: Player) -> None:
    waiting(salma)
    page = read(salma, "/")
    assert re.search(
        r"One game waits for you. It runs out (on \w+|tomorrow) at \d\d:\d\d, in about 47 hours\.",
        page,
    )
    assert page.count("in about 47 hours") == 2


def test_list_tells_of_several_games_when_the_first_runs_out(salma: Player) -> None:
    for _ in range(2):
        waiting(salma)
    assert re.search(
        r"2 games wait for you\. The first runs out (on \w+|tomorrow) at", read(salma, "/")
    )


def test_list_tells_of_an_outage_that_put_off_a_deadline(salma: Player) -> None:
    game, now = waiting(salma), clock.now()
    Outage.objects.create(began_at=now - timedelta(hours=2), ended_at=now)
    assert "The site was away" not in read(salma, "/")
    later = game.deadline_at + timedelta(hours=2)
    Game.objects.filter(pk=game.pk).update(bank_at=later, deadline_at=later)
    assert "The site was away for 2 hours" in read(salma, "/")


def test_list_tells_who_is_on_vacation(salma: Player) -> None:
    karim = make_member()
    rig(make_game(salma, karim), dealer=0)
    Vacation.objects.create(user_id=karim.user_id, ends_at=clock.now() + timedelta(days=3))
    assert "is on vacation until" in read(salma, "/")


@pytest.mark.parametrize(
    ("count", "title", "icon"),
    [(0, "<title> The rules", "art/icon.svg"), (3, "<title> (3) The rules", "art/icons/3.svg")],
)
def test_title_and_icon_count_the_games_that_wait(
    salma: Player, count: int, title: str, icon: str
) -> None:
    for _ in range(count):
        waiting(salma)
    page = read(salma, "/rules/")
    assert title in page
    assert f'href="/static/{icon}"' in page


def test_icon_of_many_games_says_more_than_nine(salma: Player) -> None:
    for _ in range(10):
        waiting(salma)
    assert 'href="/static/art/icons/many.svg"' in read(salma, "/rules/")


def test_table_counts_its_own_game_too(salma: Player) -> None:
    waiting(salma)
    page = read(salma, waiting(salma).get_absolute_url())
    assert "<title> (2) " in page
    assert 'data-icon="/static/art/icons/2.svg"' in page


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("2C", "\u2068Karim\u2069 played [2C]. It took [2D]."),
        ("8C", "\u2068Karim\u2069 played [8C]."),
    ],
)
def test_last_play_is_told_in_the_order_of_the_mails(card: str, words: str) -> None:
    game = rig(make_game(), floor="2D KH QS TD", lead="2C 8C 5C 3C")
    play(game, card)
    turn = make_turn(game.moves.get())
    assert describe_last_play(turn, Person("Karim")) == words
    assert describe_last_play(turn, None) == words.replace("\u2068Karim\u2069", "You")
