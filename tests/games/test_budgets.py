"""What services and queries may send to the database; pages add session and user to it."""

import pytest
from django.core.cache import cache
from django.test import Client

from games import clock, queries
from games.engine.cards import format_cards
from games.engine.round import legal_plays
from games.models import Level, MailSettings, NoticeKind, Player
from games.services.answers import accept
from games.services.computer import play_owed_turn
from games.services.resign import resign
from games.services.start import rematch
from games.services.vacations import begin_vacation, end_vacation
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_member,
    make_user,
    play,
    play_any,
    play_turns,
    play_until_it_counts,
    rig,
    state_of,
)
from tests.games.invited import make_link, make_named, make_seat, make_to_address
from tests.games.letters import address_of, find_notice, make_reader, start_game
from tests.games.queries_sent import count_queries
from tests.games.test_mail_links import paths_in
from tests.games.visitors import client_of

pytestmark = pytest.mark.django_db(transaction=True)

SESSION_AND_USER = 2
SEAT = 1
TURN_NOTICE = 2  # who is to move, and the row


def test_begin_and_commit_are_counted() -> None:
    game = make_game()
    with count_queries() as sent:
        resign(game_id=game.pk, seat=0, version=0)
    assert sent[0].startswith("BEGIN")
    assert sent[-1] == "COMMIT"


def test_ordinary_play() -> None:
    game = make_game()
    chosen = legal_plays(state_of(game))[0]
    game.refresh_from_db()
    before = {"seat": game.to_move, "version": game.version}
    with count_queries() as sent:
        play(game, chosen.card, format_cards(chosen.take), **before)
    refresh = 1
    assert len(sent) - refresh + SEAT + SESSION_AND_USER <= 14
    assert len(sent) - refresh == 7 + TURN_NOTICE


@pytest.mark.parametrize("first_floor", [4, 2])
def test_play_that_ends_a_round_and_deals_the_next(first_floor: int) -> None:
    game = make_game(target=1000, first_floor=first_floor)
    counts: list[int] = []
    while game.round_number == 1:
        with count_queries() as sent:
            play_any(game)
        counts.append(len(sent) - 4)
        game.refresh_from_db()
    assert counts[-1] + SEAT + SESSION_AND_USER <= 20
    assert set(counts[:-1]) == {7 + TURN_NOTICE}


def test_computers_turn() -> None:
    game = make_game_against_computer()
    play_any(game)
    with count_queries() as sent:
        assert play_owed_turn(game.pk)
    assert len(sent) <= 14


@pytest.mark.parametrize("turns", [0, 20, 60])
def test_table_whatever_the_number_of_moves(turns: int) -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), turns)
    with count_queries() as sent:
        queries.get_table(game.public_id, player)
    assert len(sent) == 3


def test_bill() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 49)
    with count_queries() as sent:
        queries.get_finished_round(game.public_id, player, 1)
    assert len(sent) == 3


@pytest.mark.parametrize("turns", [10, 60])
def test_moves_whatever_their_number(turns: int) -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), turns)
    with count_queries() as sent:
        queries.get_moves(game.public_id, player)
    assert len(sent) == 3


@pytest.mark.parametrize("seq", [1, 30, 60])
def test_position_wherever_it_is(seq: int) -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 60)
    with count_queries() as sent:
        queries.get_position(game.public_id, player, seq)
    assert len(sent) == 4


def test_game_that_is_over() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 60)
    resign(game_id=game.pk, seat=0, version=game.version)
    with count_queries() as sent:
        queries.get_ended_game(game.public_id, player)
    assert len(sent) == 3


def test_version_is_one_look_into_an_index() -> None:
    game = make_game()
    with count_queries() as sent:
        queries.find_version(game.public_id)
    (sql,) = sent
    assert sql.count("JOIN") == 0
    assert '"version"' in sql
    assert '"options"' not in sql


@pytest.mark.parametrize("games", [1, 12])
def test_lists_whatever_their_length(games: int) -> None:
    player = make_member()
    for number in range(games):
        game = make_game(player, Level.REGULAR if number % 3 else make_member())
        if number % 2:
            play_any(game)
        if number % 4 == 0:
            game.refresh_from_db()
            resign(game_id=game.pk, seat=0, version=game.version)
    with count_queries() as sent:
        queries.list_games_of(player)
    assert len(sent) == 4


@pytest.mark.parametrize("games", [1, 12])
def test_next_game_whatever_their_number(games: int) -> None:
    player = make_member()
    for _ in range(games):
        rig(make_game(player, make_member()))
    with count_queries() as sent:
        queries.find_next_game(player)
    assert len(sent) == 1


@pytest.mark.parametrize("games", [1, 12])
def test_way_from_game_to_game_whatever_their_number(games: int) -> None:
    player = make_member()
    for _ in range(games):
        rig(make_game(player, make_member()))
    with count_queries() as sent:
        queries.list_awaited(player)
    assert len(sent) == 1


def test_score() -> None:
    with count_queries() as sent:
        queries.get_scores(make_user().pk)
    assert len([sql for sql in sent if "games_" in sql]) == 2


@pytest.mark.parametrize("games", [1, 12])
def test_profile_whatever_the_number_of_games(games: int) -> None:
    user, reader = make_user(), make_member()
    for _ in range(games):
        game = make_game(Player(user_id=user.pk), make_member())
        resign(game_id=game.pk, seat=0, version=game.version)
    with count_queries() as sent:
        queries.get_profile(user.public_id, reader)
    assert len(sent) == 7


@pytest.mark.parametrize("games", [1, 12])
def test_leaderboard_whatever_the_number_of_members(games: int) -> None:
    for _ in range(games):
        game = play_until_it_counts(make_game())
        resign(game_id=game.pk, seat=0, version=game.version)
    cache.clear()
    with count_queries() as first:
        queries.get_leaderboard(since=None, reader_id=1)
    with count_queries() as next_ones:
        queries.get_leaderboard(since=None, reader_id=1)
    assert len([sql for sql in first if "games_" in sql]) == 1
    assert len(next_ones) == 2


def test_rematch() -> None:
    old = make_game_against_computer()
    resign(game_id=old.pk, seat=0, version=0)
    with count_queries() as sent:
        rematch(game_id=old.pk)
    assert len(sent) <= 14


def test_invitations_whatever_their_number() -> None:
    player = make_member()
    for _ in range(6):
        make_link(player), make_named(make_member(), player)
    with count_queries() as sent:
        queries.list_invitations_of(player)
    assert len(sent) == 1


def test_accept() -> None:
    """Looks at it, locks both and it, and writes it, the game, seats, round and two mails."""
    link, player = make_link(make_member()), make_member()
    with count_queries() as sent:
        accept(link.token, player)
    assert len(sent) <= 14


@pytest.mark.parametrize("seats", [1, 12])
def test_lobby_whatever_the_number_of_seats(seats: int) -> None:
    player = make_member()
    make_seat(player)
    for _ in range(seats):
        make_seat(make_member())
    with count_queries() as sent:
        queries.get_lobby(player)
    assert len(sent) == 2


@pytest.mark.parametrize("seats", [1, 12])
def test_page_of_the_lobby(seats: int) -> None:
    player = make_member()
    client = client_of(player)
    for _ in range(seats):
        make_seat(make_member())
    client.get("/lobby/")
    with count_queries() as sent:
        client.get("/lobby/")
    assert len([sql for sql in sent if "games_invitation" in sql]) == 2
    assert len(sent) <= SESSION_AND_USER + 6


def test_invitation_to_an_address() -> None:
    """Whoever it is: the locks, the limits and their mark, the member, the row and the mail."""
    known, stranger = make_reader(), "stranger@example.com"
    counts = []
    for address in (address_of(known), stranger):
        writer = make_reader()
        with count_queries() as sent:
            make_to_address(writer, address)
        counts.append(len(sent))
    assert counts[0] == counts[1] <= 18


@pytest.mark.parametrize("games", [1, 6])
def test_vacation_whatever_the_number_of_games(games: int) -> None:
    """Locks its person and the games, looks for one that lasts, counts hours, writes."""
    player = make_member()
    for _ in range(games):
        make_game(player, make_member())
    with count_queries() as begun:
        begin_vacation(player.user_id or 0, until=None)
    with count_queries() as ended:
        end_vacation(player.user_id or 0)
    assert len(begun) <= 11
    assert len(ended) <= 8


@pytest.mark.parametrize("games", [1, 6])
def test_clocks_of_a_member_whatever_their_number(games: int) -> None:
    player = make_member()
    for _ in range(games):
        make_game(player, make_member())
    with count_queries() as sent:
        queries.list_clocks(player.user_id or 0)
        queries.list_stays(player.user_id or 0, clock.now())
    assert len(sent) == 3


@pytest.mark.parametrize("games", [1, 6])
def test_page_of_ones_own_mails_whatever_their_number(games: int) -> None:
    """The mails with their games, who is opposite, the address; the next game, and the notes
    above every page."""
    reader = make_reader()
    for _ in range(games):
        play(start_game(make_reader(), reader), "6C", "6D 4S 2H")
    browser = client_of(reader)
    browser.get("/mail/")
    with count_queries() as sent:
        browser.get("/mail/")
    assert len(sent) == SESSION_AND_USER + 5


def test_page_of_a_card_in_a_mail() -> None:
    """No session: the mail, its seat and wishes, whether it was played, and the table."""
    reader = make_reader()
    MailSettings.objects.create(plays_from_mail=True, **reader.columns)
    game = start_game(make_reader(), reader)
    play(game, "6C", "6D 4S 2H")
    links = paths_in(find_notice(NoticeKind.TURN, game=game))
    with count_queries() as sent:
        response = Client().get(next(link for link in links if "/play/" in link))
    assert response.status_code == 200
    assert len(sent) == 7
