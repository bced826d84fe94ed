"""The page of a running game."""

import pytest
from django.test import Client

from games.engine.cards import SUITS
from games.models import Game, Level, Player
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    play,
    play_any,
    play_turns,
    rig,
    state_of,
)
from tests.games.queries_sent import count_queries
from tests.games.visitors import HTMX, address, client_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def salma() -> Player:
    return make_member()


@pytest.fixture
def karim() -> Player:
    return make_member()


@pytest.fixture
def game(salma: Player, karim: Player) -> Game:
    """Salma leads."""
    return rig(make_game(salma, karim), floor="8H AC 7S KD", lead="8S JC 3D KH")


def look(player: Player, game: Game, **headers: str) -> str:
    response = client_of(player).get(address(game), headers=headers)
    assert response.status_code == 200
    return response.content.decode()


def finish_round(game: Game) -> Game:
    while game.round_number == 1 and game.is_running:
        play_any(game)
        game.refresh_from_db()
    return game


MOVED_ON = "The table has moved on since that mail."


def open_from_mail(game: Game, player: Player, *, turn: str) -> str:
    answer = client_of(player).get(address(game), {"turn": turn})
    assert answer.status_code == 200
    return answer.content.decode()


def test_table_opened_from_a_mail_about_an_earlier_turn_says_so(game: Game, karim: Player) -> None:
    play_any(game)
    assert MOVED_ON in open_from_mail(game, karim, turn="1")


@pytest.mark.parametrize("turn", ["2", "3", "0", "-1", "x", "", "²", "9" * 5000])
def test_turn_that_is_no_earlier_one_says_nothing(game: Game, karim: Player, turn: str) -> None:
    play_any(game)
    assert MOVED_ON not in open_from_mail(game, karim, turn=turn)


def test_own_hand_is_there_to_choose_from(salma: Player, game: Game) -> None:
    page = " ".join(look(salma, game).split())
    for place, code in enumerate(["8S", "JC", "3D", "KH"], start=1):
        assert f'name="card" value="{code}" id="h{place}"' in page


def test_sentence_says_what_a_card_takes(salma: Player, game: Game) -> None:
    assert "8 of spades" in look(salma, game)
    assert "Play the 8" in look(salma, game)


def test_hand_of_the_other_is_nowhere(salma: Player, game: Game) -> None:
    page = look(salma, game)
    known = {*state_of(game).hands[0], *state_of(game).floor}
    hidden = [card for card in state_of(game).hands[1] + state_of(game).pack if card not in known]
    assert not [card for card in hidden if f"#{card}" in page or f'"{card}"' in page]
    assert page.count("#back") == 4


def test_who_waits_has_no_form(karim: Player, game: Game) -> None:
    page = look(karim, game)
    assert 'name="card"' not in page
    assert "Look again" in page
    assert 'data-every="15"' in page


def test_who_waits_for_the_computer_looks_every_second() -> None:
    guest = make_guest()
    game = make_game_against_computer(guest)
    play_any(game)
    page = look(guest, game)
    assert 'data-every="1"' in page
    assert "The computer is thinking." in page


def test_who_is_to_move_polls_too_for_the_other_may_resign(salma: Player, game: Game) -> None:
    assert 'data-every="15"' in look(salma, game)


def test_who_is_to_move_against_the_computer_does_not_poll(salma: Player) -> None:
    assert "data-every" not in look(salma, make_game_against_computer(salma))


def test_title_says_whose_turn_it_is(salma: Player, karim: Player, game: Game) -> None:
    assert "● Your turn" in look(salma, game).split("</title>")[0]
    assert "● Your turn" not in look(karim, game).split("</title>")[0]


def test_part_of_the_page_for_htmx(salma: Player, game: Game) -> None:
    part = look(salma, game, **HTMX)
    assert part.strip().startswith('<div class="wrap wrap--table"')
    assert "<html" not in part


def test_commitment_is_shown(salma: Player, game: Game) -> None:
    assert game.rounds.get().commitment in look(salma, game)


def test_seed_is_not_shown(salma: Player, game: Game) -> None:
    assert game.rounds.get().seed not in look(salma, game)


def test_last_play_of_the_other_is_told(karim: Player, game: Game) -> None:
    play(game, "8S")
    assert "8 of spades" in look(karim, game)
    assert "took" in look(karim, game)


def test_last_deal_is_announced(salma: Player, game: Game) -> None:
    play_turns(game, 40)
    assert "Last deal" in look(salma, game)


def test_buried_cards_are_shown(salma: Player, karim: Player) -> None:
    """R1.2, R1.5."""
    game = rig(make_game(salma, karim), floor="JC 2D 5H 9S")
    assert "At the bottom of the pack" in look(salma, game)


def test_several_ways_are_offered(salma: Player, karim: Player) -> None:
    game = rig(make_game(salma, karim), floor="AH 2C 5D 6S", lead="8S")
    page = look(salma, game)
    assert 'value="2C 5D AH"' in page
    assert 'value="2C 6S"' in page


def test_bill_comes_before_the_next_round(salma: Player, game: Game) -> None:
    finish_round(game)
    response = client_of(salma).get(address(game), {"round": "1"})
    assert response.status_code == 302
    assert response["Location"] == address(game, "rounds", 1)


def test_bill_comes_before_the_next_round_within_a_page(salma: Player, game: Game) -> None:
    finish_round(game)
    response = client_of(salma).get(address(game), {"round": "1"}, headers=HTMX)
    assert response.status_code == 204
    assert response["HX-Redirect"] == address(game, "rounds", 1)


def test_round_that_was_seen_long_ago_leads_to_the_table(salma: Player, game: Game) -> None:
    response = client_of(salma).get(address(game), {"round": "7"})
    assert response.status_code == 200


@pytest.mark.parametrize("seen", ["", "x", "-1", "9" * 40, "1 OR 1=1"])
def test_nonsense_for_the_round_seen_shows_the_table(salma: Player, game: Game, seen: str) -> None:
    assert client_of(salma).get(address(game), {"round": seen}).status_code == 200


def test_bill_is_offered_until_one_has_played(salma: Player, game: Game) -> None:
    finish_round(game)
    link = address(game, "rounds", 1)
    assert link in look(salma, game)
    while not any(turn.seat == 0 for turn in state_of(game).turns):
        play_any(game)
    assert link not in look(salma, game)


def wait_for_karim(game: Game) -> None:
    """Only then the page looks up whether it may promise a mail."""
    game.refresh_from_db()
    while game.to_move == 0:
        play_any(game)
        game.refresh_from_db()


def test_game_page_needs_few_queries_however_many_moves(salma: Player, game: Game) -> None:
    client = client_of(salma)
    client.get(address(game))  # notes that she is here, once a minute
    counts = []
    for moves in (1, 30):
        play_turns(game, moves)
        wait_for_karim(game)
        with count_queries() as sent:
            client.get(address(game))
        counts.append(len(sent))
    assert counts[0] == counts[1]
    assert counts[0] <= 8


@pytest.mark.parametrize("public_id", ["nothing-here", "x" * 300, "..", "<b>"])
def test_no_such_game(public_id: str) -> None:
    assert Client().get(f"/games/{public_id}/").status_code == 404


def test_page_is_not_kept_by_browsers(salma: Player, game: Game) -> None:
    response = client_of(salma).get(address(game))
    assert "no-store" in response["Cache-Control"]


def test_every_card_in_the_page_is_one_that_may_be_seen(salma: Player, game: Game) -> None:
    play_turns(game, 11)
    state = state_of(game)
    seen = {*state.hands[0], *state.floor, *state.floor_start}
    for turn in state.turns:
        seen |= {turn.card, *turn.took}
    page = look(salma, game)
    hidden = [card for card in state.hands[1] + state.pack if card not in seen]
    assert hidden
    assert not [card for card in hidden if f"#{card}" in page]
    assert all(card[1] in SUITS for card in hidden)


def test_level_of_the_computer_is_shown() -> None:
    guest = make_guest()
    game = rig(make_game(guest, Level.STRONG))
    assert "Strong" in look(guest, game)
