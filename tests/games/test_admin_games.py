"""The staff's desk for games: what it says of this game or that, in how many queries."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from games.admin.words import tell_pace
from games.models import (
    Game,
    Guest,
    Level,
    Move,
    Pace,
    Player,
    Round,
    Seat,
)
from games.services.abort import abort
from games.services.resign import resign
from games.services.staff import hold_game
from tests.games.desk import MODELS, address, fill, list_pages, read
from tests.games.factories import (
    exchange_hidden_cards,
    make_game,
    make_guest,
    make_member,
    make_user,
    play_turns,
    rig,
)
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


@pytest.mark.parametrize("model", MODELS)
def test_pages_are_the_same_whatever_is_hidden(staff: Client, model: Any) -> None:
    game = play_turns(make_game(make_guest(), Level.STRONG), 2)
    fill(game)
    pages = list_pages(model)
    before = [read(staff, page) for page in pages]
    exchange_hidden_cards(game)
    assert [read(staff, page) for page in pages] == before


@pytest.mark.parametrize("model", [Game, Seat])
def test_part_of_an_address_finds_nobody(staff: Client, model: Any) -> None:
    user = make_user(email="somebody@example.com")
    Seat.objects.filter(game=make_game(), index=0).update(user=user)
    assert "0 results" in read(staff, address(model, "changelist") + "?q=somebody@exa")
    assert "1 result" in read(staff, address(model, "changelist") + "?q=somebody@example.com")


@pytest.mark.parametrize("query", ["public_id", "name", "email"])
def test_game_is_found(staff: Client, query: str) -> None:
    user = make_user()
    game = make_game(make_member(), Level.REGULAR)
    Seat.objects.filter(game=game, index=0).update(user=user)
    other = make_game()
    words = {"public_id": game.public_id, "name": user.name, "email": user.email}
    page = read(staff, address(Game, "changelist") + f"?q={words[query]}")
    assert f">{game.public_id}</a>" in page
    assert f">{other.public_id}</a>" not in page


def test_moves_are_told_in_words(staff: Client) -> None:
    game = rig(make_game(make_guest(), Level.STRONG), floor="AC 7S KD 8H", lead="8S", dealer=1)
    play_turns(game, 1)
    game.refresh_from_db()
    resign(game_id=game.pk, seat=0, version=game.version)
    name = Guest.objects.get().name
    page = read(staff, address(Game, "change", game.pk))
    said = re.findall(r"<li>(.*?)</li>", page, re.DOTALL)
    play = next(line for line in said if " takes " in line)
    assert re.findall(r"suit-\w", play) == ["suit-S", "suit-S", "suit-H", "suit-C"]
    assert strip_tags(play) == f"{name}: 8 of spades takes 7 of spades 8 of hearts ace of clubs"
    assert f"{name}: resigned" in said


def test_moves_in_their_list_have_cards_with_names(staff: Client) -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S", dealer=1)
    play_turns(game, 1)
    page = read(staff, address(Move, "changelist"))
    drawn = re.findall(r'<td class="field-took_drawn">(.*?)</td>', page)
    assert strip_tags(drawn[0]) == "7 of spades 8 of hearts ace of clubs"


def test_page_of_a_game_is_headed_by_who_plays(staff: Client) -> None:
    seats = [Player(user_id=make_user(name=name).pk) for name in ("Salma", "Karim")]
    page = read(staff, address(Game, "change", make_game(*seats).pk))
    assert "<h1>\u2068Salma\u2069 – \u2068Karim\u2069</h1>" in page


def test_list_of_games_tells_state_and_pace_in_few_words(staff: Client) -> None:
    games = {state: make_game() for state in ("running", "on hold", "called off")}
    hold_game(games["on hold"].pk)
    abort(game_id=games["called off"].pk, seat=0, version=0)
    page = read(staff, address(Game, "changelist"))
    told = re.findall(r'<td class="field-state">(.*?)</td>', page)
    assert sorted(told) == sorted(games)
    assert set(re.findall(r'<td class="field-pace_in_words">(.*?)</td>', page)) == {"2 days"}


@pytest.mark.parametrize(
    ("pace", "words"), [(None, "–"), (Pace.HALF_DAY, "12 hours"), (Pace.DAY, "1 day")]
)
def test_pace_is_told_in_two_words(pace: int | None, words: str) -> None:
    assert tell_pace(pace) == words


def test_names_are_escaped(staff: Client) -> None:
    game = make_game()
    user = Seat.objects.filter(game=game)[0].user
    assert user is not None
    type(user).objects.filter(pk=user.pk).update(name="<b>x</b>")
    play_turns(game, 2)
    for page in (address(Game, "changelist"), address(Game, "change", game.pk)):
        assert "<b>x</b>" not in read(staff, page)


@pytest.mark.parametrize("model", MODELS)
def test_lists_send_as_many_queries_for_one_as_for_many(staff: Client, model: Any) -> None:
    def grow(games: int) -> None:
        for _ in range(games):
            fill(play_turns(make_game(make_guest(), Level.STRONG), 1))

    grow(2)
    counts = []
    for _ in range(2):
        read(staff, address(model, "changelist"))
        with count_queries() as sent:
            read(staff, address(model, "changelist"))
        counts.append(len(sent))
        grow(3)
    assert counts[0] == counts[1]
    assert counts[0] <= 9


def test_page_of_a_game_sends_as_many_queries_for_few_moves_as_for_many(staff: Client) -> None:
    game = make_game(make_member(), make_guest(), target=1000)
    counts = []
    for turns in (2, 50):
        play_turns(game, turns)
        read(staff, address(Game, "change", game.pk))
        with count_queries() as sent:
            read(staff, address(Game, "change", game.pk))
        counts.append(len(sent))
    assert counts[0] == counts[1]


def test_page_of_a_game_names_players_instead_of_seats(staff: Client) -> None:
    first, second = make_user(name="Salma"), make_user(name="Karim")
    game = rig(make_game(Player(user_id=first.pk), Player(user_id=second.pk)), dealer=1)
    page = " ".join(read(staff, address(Game, "change", game.pk)).split())
    assert re.search(r'field-who_moves.{1,200}"readonly">Salma<', page)
    assert re.search(r'field-who_deals">\s*<p>Karim<', page)


def test_page_of_a_game_lists_its_options_in_words(staff: Client) -> None:
    game = make_game(preset="levant", last_card_basra=False)
    page = read(staff, address(Game, "change", game.pk))
    for words in (
        "Most cards: 30",
        "Jack on a lone jack is a basra: no",
        "The last card of a round: Is never a basra",
        "The first floor: Four cards",
    ):
        assert words in page
    assert "first_floor" not in page


def test_desk_bears_the_name_of_the_site(staff: Client) -> None:
    page = read(staff, reverse("admin:index"))
    assert "Django administration" not in page
    assert "Basra" in page


@pytest.mark.parametrize("over", [False, True])
def test_table_is_drawn_without_a_hand(staff: Client, over: bool) -> None:
    game = rig(make_game(), floor="AC 7S KD 8H", lead="8S 2D 3D 4D", dealt="QC QD QH KC")
    if over:
        resign(game_id=game.pk, seat=0, version=0)
    page = read(staff, address(Game, "change", game.pk))
    drawn = page[page.index('<div class="desk-table">') : page.index("field-status")]
    assert re.findall(r"cards\.svg#(\w\w)", drawn) == ["AC", "7S", "KD", "8H"]
    assert "4 cards in hand" in drawn


def test_seed_of_a_game_that_was_called_off_stays_hidden(staff: Client) -> None:
    game = make_game()
    abort(game_id=game.pk, seat=0, version=0)
    row = game.rounds.get()
    page = read(staff, address(Round, "change", row.pk))
    assert row.seed not in page
    assert row.pack not in page
    assert "Hidden: the game was called off." in page
