"""Who may see what, and in what order."""

from datetime import timedelta

import pytest
from django.core.exceptions import ObjectDoesNotExist

from games import clock, queries
from games.engine.cards import PACK
from games.engine.pair import Pair
from games.engine.view import view_round
from games.models import Game, Level, Move, Player, Round, Seat, Via
from games.queries import table
from games.services.clocks import stop_clock
from games.services.resign import resign
from games.services.staff import hold_game
from tests.games.factories import (
    exchange_hidden_cards,
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    play,
    play_any,
    play_to_end,
    play_turns,
    rig,
    state_of,
)

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("outsider", [lambda: None, make_member, make_guest])
@pytest.mark.parametrize(
    "read",
    [
        queries.get_seat,
        queries.get_table,
        lambda public_id, player: queries.get_finished_round(public_id, player, 1),
    ],
)
def test_outsider_finds_nothing(outsider: type, read: type) -> None:
    game = make_game()
    with pytest.raises(ObjectDoesNotExist):
        read(game.public_id, outsider())


def test_player_finds_the_seat() -> None:
    first, second = make_guest(), make_member()
    game = make_game(first, second)
    assert queries.get_seat(game.public_id, first).index == 0
    assert queries.get_seat(game.public_id, second).index == 1


def test_find_version_counts_moves() -> None:
    game = make_game()
    play_any(game)
    assert queries.find_version(game.public_id) == 1
    assert queries.find_version("nothing") is None


def test_table_shows_each_seat_its_own_view() -> None:
    players = make_member(), make_guest()
    game = play_turns(make_game(*players), 5)
    for seat, player in enumerate(players):
        table = queries.get_table(game.public_id, player)
        assert table.you == seat
        assert table.view == view_round(state_of(game), table.you)


@pytest.mark.parametrize("turns", [10, 47])
def test_table_is_of_one_moment_though_a_play_comes_between(
    monkeypatch: pytest.MonkeyPatch, turns: int
) -> None:
    """Else a page would say whose turn it is by one version and send the number of another."""
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), turns)
    read, pending = table.list_moves_of, [play_any]

    def read_after_a_play(row: Round) -> list[Move]:
        while pending:
            pending.pop()(game)
        return read(row)

    monkeypatch.setattr(table, "list_moves_of", read_after_a_play)

    found = queries.get_table(game.public_id, player)

    game.refresh_from_db()
    assert found.game.version == game.version
    assert found.game.to_move == found.view.to_move
    assert found.round.number == game.round_number


def test_table_tells_the_way_of_every_turn() -> None:
    player = make_member()
    game = rig(make_game(player, make_member()), lead="KC KD KH AC", dealt="QC QD QH AD")
    for card in ("KC", "QC", "KD", "QD", "KH", "QH"):
        play(game, card)
    turns = queries.get_table(game.public_id, player).turns
    assert [made.seq for made in turns] == list(range(1, 9))
    assert [made.via for made in turns] == [Via.PAGE] * 6 + [Via.FORCED] * 2
    assert turns[0].turn.card == "KC"


def test_table_sums_up_the_rounds() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 100)
    first, second, third = queries.get_table(game.public_id, player).rounds
    assert first.points == first.totals
    assert second.totals == game.totals
    assert (third.points, third.totals) == (None, game.totals)


def test_table_of_a_finished_game_is_its_last_round() -> None:
    player = make_member()
    game = play_to_end(make_game(player, make_member(), target=61))
    table = queries.get_table(game.public_id, player)
    assert (table.round.number, table.view.to_move) == (game.round_number, None)


def test_table_is_the_same_whatever_is_hidden() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member()), 2)
    before = repr(queries.get_table(game.public_id, player))
    exchange_hidden_cards(game, seen_by=0)
    assert repr(queries.get_table(game.public_id, player)) == before


def test_bill_of_a_finished_round() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 100)
    for number in (1, 2):
        found = queries.get_finished_round(game.public_id, player, number)
        row = Round.objects.get(game=game, number=number)
        assert found.score is not None
        assert found.score.points == row.points == found.round.points
        assert (found.seed, found.pack) == (row.seed, row.cards)


def test_bill_brings_the_totals_forward() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 100)
    first = queries.get_finished_round(game.public_id, player, 1)
    second = queries.get_finished_round(game.public_id, player, 2)
    assert first.before == Pair(0, 0)
    assert second.before == first.round.totals


@pytest.mark.parametrize("number", [0, 2, 3])
def test_round_that_is_not_over_has_no_bill(number: int) -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member(), target=1000), 49)
    with pytest.raises(Round.DoesNotExist):
        queries.get_finished_round(game.public_id, player, number)


def test_round_that_was_cut_off_shows_its_seed_and_no_score() -> None:
    player = make_member()
    game = play_turns(make_game(player, make_member()), 3)
    resign(game_id=game.pk, seat=0, version=3)
    found = queries.get_finished_round(game.public_id, player, 1)
    assert found.score is None
    assert len(found.seed) == 64


def test_lists_sort_games_by_whose_turn_it_is() -> None:
    player = make_member()
    mine = rig(make_game(player, make_member()), dealer=1)
    theirs = rig(make_game(player, make_member()), dealer=0)
    over = make_game(player, make_member())
    resign(game_id=over.pk, seat=0, version=0)
    lists = queries.list_games_of(player)
    found = [lists.your_turn, lists.waiting, lists.finished]
    assert [[row.game for row in rows] for rows in found] == [[mine], [theirs], [over]]


def test_game_on_hold_waits_for_somebody_else() -> None:
    player = make_member()
    game = rig(make_game(player, make_member()), dealer=1)
    hold_game(game.pk)
    lists = queries.list_games_of(player)
    assert [row.game for row in lists.waiting] == [game]
    assert lists.your_turn == ()


def test_next_game_is_the_first_of_those_that_wait() -> None:
    player = make_member()
    make_game_against_computer(player)
    for hours in (1, 3, 2):
        with clock.stopped_at(clock.now() - timedelta(hours=hours)):
            game = rig(make_game(player, make_member()))
        if hours == 2:
            hold_game(game.pk)
    rig(make_game(player, make_member()), dealer=0)
    found = queries.find_next_game(player)
    first = queries.list_games_of(player).your_turn[0].game
    assert found == queries.NextGame(first.public_id, count=3)


def test_nobody_is_led_to_a_game_that_does_not_wait() -> None:
    player = make_member()
    rig(make_game(player, make_member()), dealer=0)
    assert queries.find_next_game(player) is None


def test_lists_hold_nobody_elses_games() -> None:
    make_game()
    assert queries.list_games_of(make_member()) == queries.GameLists()
    assert queries.list_games_of(None) == queries.GameLists()


def make_games_by_deadline(player: Player) -> list[Game]:
    """Games that wait for the player in the order wanted, made in another."""
    still = rig(make_game(player, make_member()))
    computer = make_game_against_computer(player)
    games = {hours: rig(make_game(player, make_member())) for hours in (9, 2, 5)}
    now = clock.now()
    for hours, game in games.items():
        moment = now + timedelta(hours=hours)
        Game.objects.filter(pk=game.pk).update(bank_at=moment, deadline_at=moment)
    stop_clock(still, at=now)
    still.save()
    Game.objects.filter(pk=computer.pk).update(last_play_at=now - timedelta(days=1))
    return [games[2], games[5], games[9], still, computer]


def test_your_turn_is_by_deadline_then_what_stands_still_and_the_computer_last() -> None:
    player = make_member()
    games = make_games_by_deadline(player)
    assert [row.game for row in queries.list_games_of(player).your_turn] == games


def test_games_are_walked_through_in_the_order_of_the_list() -> None:
    player = make_member()
    games = make_games_by_deadline(player)
    assert queries.list_awaited(player) == [game.public_id for game in games]


def test_waiting_is_by_the_deadline_of_the_others() -> None:
    player = make_member()
    games = make_games_by_deadline(player)
    people = [game for game in games if game.computer_seat is None]
    for game in people:
        Game.objects.filter(pk=game.pk).update(to_move=1)
    assert [row.game for row in queries.list_games_of(player).waiting] == people


def test_lists_tell_who_is_opposite_and_what_was_played_last() -> None:
    player, other = make_member(), make_guest()
    game = make_game(player, other)
    play_any(game)
    lists = queries.list_games_of(player)
    (row,) = [*lists.your_turn, *lists.waiting]
    assert row.other.guest_id == other.guest_id
    assert row.last_move == game.moves.get()


def test_list_of_finished_games_is_cut() -> None:
    player = make_member()
    for _ in range(3):
        game = make_game(player, make_member())
        resign(game_id=game.pk, seat=0, version=0)
    lists = queries.list_games_of(player, finished=2)
    assert (len(lists.finished), lists.more_finished) == (2, True)
    assert lists.finished[0].game == game
    assert not queries.list_games_of(player, finished=3).more_finished


def test_oldest_turn_owed_is_told() -> None:
    assert queries.oldest_computer_turn_owed() is None
    with clock.stopped_at(clock.now() - timedelta(minutes=5)):
        play_any(make_game_against_computer())
    owed = queries.oldest_computer_turn_owed()
    assert owed is not None
    assert timedelta(minutes=5) <= owed < timedelta(minutes=6)


def test_seat_has_the_name_that_others_see() -> None:
    make_game(make_guest(), Level.STRONG)
    guest, computer = Seat.objects.order_by("index")
    assert guest.name.startswith("Guest ")
    assert computer.name == "Computer (Strong)"


def test_stored_pack_is_a_pack() -> None:
    make_game()
    assert sorted(Round.objects.get().cards) == sorted(PACK)


def test_player_columns_name_the_person() -> None:
    assert Player(user_id=3).columns == {"user_id": 3}
    assert Player(guest_id=4).columns == {"guest_id": 4}
