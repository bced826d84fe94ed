"""Members by the games they have won against members (R5.3)."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client

from games import clock, queries
from games.models import Game, Level, Player
from games.queries import leaderboard
from games.services.resign import resign
from games.services.staff import abort_by_staff, adjudicate, hold_game, release_game
from tests.games.factories import make_game, make_guest, make_user, play_turns, play_until_it_counts

pytestmark = pytest.mark.django_db

BOARD = "/leaderboard/"


@pytest.fixture(autouse=True)
def _counted_anew() -> None:
    cache.clear()


def person(name: str) -> Any:
    return make_user(name=name)


def won(winner: Any, loser: Any, *, at: datetime | None = None) -> Game:
    """A game that the second gave up."""
    with clock.stopped_at(at or clock.now()):
        game = play_until_it_counts(make_game(Player(user_id=winner.pk), Player(user_id=loser.pk)))
        resign(game_id=game.pk, seat=1, version=game.version)
    return game


def read(**arguments: Any) -> list[tuple[int, str, int, int]]:
    found = queries.get_leaderboard(**{"since": None, "reader_id": None, **arguments})
    return [(line.rank, line.user.name, line.won, line.lost) for line in found.top]


def test_most_games_won_come_first() -> None:
    amal, bahi, celia = map(person, ("Amal", "Bahi", "Celia"))
    won(celia, amal)
    won(celia, bahi)
    won(amal, bahi)
    assert read() == [(1, "Celia", 2, 0), (2, "Amal", 1, 1)]


def test_who_has_won_nothing_holds_no_rank() -> None:
    amal, bahi = map(person, ("Amal", "Bahi"))
    won(amal, bahi)
    assert read(reader_id=bahi.pk) == [(1, "Amal", 1, 0)]


def test_the_greater_share_comes_first_among_as_many_won() -> None:
    amal, bahi, celia, dina = map(person, ("Amal", "Bahi", "Celia", "Dina"))
    won(amal, celia)
    won(celia, amal)
    won(bahi, dina)
    assert [line[:2] for line in read()] == [(1, "Bahi"), (2, "Amal"), (2, "Celia")]


def test_equal_ones_share_the_rank_in_the_order_of_their_names() -> None:
    zaki, amal, nour, dina = map(person, ("Zaki", "Amal", "Nour", "Dina"))
    won(zaki, nour)
    won(amal, dina)
    won(nour, dina)
    assert [line[:2] for line in read()] == [(1, "Amal"), (1, "Zaki"), (3, "Nour")]


@pytest.mark.parametrize("other", [make_guest, lambda: Level.BEGINNER])
def test_games_with_guests_and_the_computer_do_not_count(other: Any) -> None:
    game = play_until_it_counts(make_game(Player(user_id=person("Amal").pk), other()))
    resign(game_id=game.pk, seat=0, version=game.version)
    assert read() == []


def test_called_off_running_and_drawn_games_do_not_count() -> None:
    amal, bahi = (Player(user_id=person(name).pk) for name in ("Amal", "Bahi"))
    _running, ended, drawn = [play_until_it_counts(make_game(amal, bahi)) for _ in range(3)]
    abort_by_staff(ended.pk)
    adjudicate(drawn.pk, winner=None)
    assert read() == []


def test_game_that_the_staff_gave_to_somebody_counts() -> None:
    amal, bahi = person("Amal"), person("Bahi")
    game = play_until_it_counts(make_game(Player(user_id=amal.pk), Player(user_id=bahi.pk)))
    adjudicate(game.pk, winner=1)
    assert read() == [(1, "Bahi", 1, 0)]


@pytest.mark.parametrize("plays", [0, 1, 3])
def test_game_that_could_still_be_called_off_does_not_count(plays: int) -> None:
    game = play_turns(make_game(), plays)
    resign(game_id=game.pk, seat=0, version=game.version)
    assert read() == []


def test_game_counts_from_the_second_play_of_both() -> None:
    game = play_turns(make_game(), 4)
    resign(game_id=game.pk, seat=0, version=game.version)
    assert [line[2:] for line in read()] == [(1, 0)]


def test_what_the_staff_did_is_no_play() -> None:
    game = make_game()
    for _ in range(3):
        hold_game(game.pk), release_game(game.pk)
    game = play_turns(game, 9)
    resign(game_id=game.pk, seat=0, version=game.version)
    assert read() == []


def test_page_says_from_when_a_game_counts() -> None:
    page = " ".join(Client().get(BOARD).content.decode().split())
    assert "A game counts once both have played twice" in page


def test_game_of_last_month_counts_for_all_time_only() -> None:
    amal, bahi = person("Amal"), person("Bahi")
    won(amal, bahi, at=datetime(2026, 2, 28, 23, 59, tzinfo=UTC))
    won(bahi, amal, at=datetime(2026, 3, 1, 0, 0, tzinfo=UTC))
    won(bahi, amal, at=datetime(2026, 3, 9, tzinfo=UTC))
    assert read(since=datetime(2026, 3, 1, tzinfo=UTC))[0] == (1, "Bahi", 2, 0)
    assert read()[0] == (1, "Bahi", 2, 1)


@pytest.mark.parametrize("column", ["suspended_at", "closed_at"])
def test_who_has_left_is_left_out_and_wins_against_them_stay(column: str) -> None:
    amal, bahi = person("Amal"), person("Bahi")
    won(amal, bahi)
    read()
    bahi.is_active = False
    setattr(bahi, column, clock.now())
    bahi.save()
    assert read() == [(1, "Amal", 1, 0)], "though counted before"
    cache.clear()
    assert read() == [(1, "Amal", 1, 0)]


def test_reader_below_the_first_is_shown_with_neighbours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(leaderboard, "SHOWN", 2)
    monkeypatch.setattr(leaderboard, "NEIGHBOURS", 1)
    people = [person(f"Person {letter}") for letter in "ABCDEFG"]
    for place, winner in enumerate(people):
        for loser in people[place + 1 :]:
            won(winner, loser)
    found = queries.get_leaderboard(since=None, reader_id=people[4].pk)
    assert [line.user for line in found.top] == people[:2]
    assert [line.user for line in found.around_reader] == people[3:6]
    found = queries.get_leaderboard(since=None, reader_id=people[2].pk)
    assert [line.user for line in found.around_reader] == people[2:4]
    assert queries.get_leaderboard(since=None, reader_id=people[1].pk).around_reader == ()


def test_count_is_kept_for_a_while_and_names_are_not() -> None:
    amal, bahi = person("Amal"), person("Bahi")
    won(amal, bahi)
    read()
    won(amal, bahi)
    amal.rename("Amina")
    amal.save()
    assert read()[0] == (1, "Amina", 1, 0)


def test_page_of_this_month_leaves_out_the_one_before() -> None:
    amal, bahi = person("Amal"), person("Bahi")
    with clock.stopped_at(datetime(2026, 3, 14, tzinfo=UTC)):
        won(amal, bahi, at=datetime(2026, 2, 14, tzinfo=UTC))
        page = Client().get(BOARD).content.decode()
        assert "March 2026" in page
        assert "No game between members has been finished this month" in page
        assert "Amal" in Client().get(BOARD, {"time": "all"}).content.decode()


def test_page_leads_to_members_and_marks_the_reader() -> None:
    amal, bahi = person("Amal"), person("Bahi")
    won(amal, bahi)
    won(bahi, amal)
    client = Client()
    client.force_login(amal)
    page = client.get(BOARD, {"time": "all"}).content.decode()
    assert page.count("board__you") == 1
    for member in (amal, bahi):
        assert f'href="/people/{member.public_id}/"' in page
    assert "50%" in page


def test_unknown_time_is_this_month() -> None:
    page = Client().get(BOARD, {"time": "ever"})
    assert page.context["is_all_time"] is False
