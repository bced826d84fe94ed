"""Cards, plays, turns and positions as text."""

import random

import pytest
from hypothesis import given

from games.engine.cards import PACK, RANKS, SUITS, Card, format_cards, parse_cards
from games.engine.errors import BadNotation
from games.engine.notation import (
    format_play,
    format_position,
    format_turn,
    parse_play,
    parse_position,
    parse_turn,
)
from games.engine.play import Play
from games.engine.round import Round, legal_plays
from tests.engine.strategies import rounds, states
from tests.engine.tables import DEFAULTS


@given(states)
def test_position_is_written_and_read_back(state: Round) -> None:
    text = format_position(state)
    assert parse_position(text, state.options) == state
    assert format_position(parse_position(text, state.options)) == text


@given(rounds)
def test_plays_and_turns_are_written_and_read_back(states: list[Round]) -> None:
    for turn in states[-1].turns:
        assert parse_turn(format_turn(turn)) == turn
    for play in legal_plays(states[len(states) // 2]):
        assert parse_play(format_play(play)) == play


@pytest.mark.parametrize("text", ["8H", "8H x 7S AC", "JC x 2C 3C KD"])
def test_play_text_is_the_same_after_reading(text: str) -> None:
    assert format_play(parse_play(text)) == text


@pytest.mark.parametrize("text", ["0 8H", "1 8H x 8S", "0 8H x 7S AC = plain", "1 JC x JD = jack"])
def test_turn_text_is_the_same_after_reading(text: str) -> None:
    assert format_turn(parse_turn(text)) == text


def test_order_of_what_a_play_takes_is_free() -> None:
    assert parse_play("8H x AC 7S") == parse_play("8H x 7S AC")


@pytest.mark.parametrize(
    "text",
    ["", " ", "8", "8h", "10H", "8H x", "8H x ", "8H 7S", "8H x 7S 7S", "8H x 8H", "x 7S", "8H\n"],
)
def test_what_is_no_play_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_play(text)


@pytest.mark.parametrize(
    "text",
    ["", "8H", "2 8H", "0 8H = plain", "0 8H x 8S = great", "0  8H", "0 8H x 8S =", "00 8H"],
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_turn(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "floor AC",
        "dealer 2",
        "dealer 0\nfloor AC AC",
        "dealer 0\nfloor AC\nhands AC | ",
        "dealer 0\nfloor AC\npack AC",
        "dealer 0\nfloor AC\nfloor 2C",
        "dealer 0\nhands 2C",
        "dealer 0\nhands 2C | 3C | 4C",
        "dealer 0\nlast 2",
        "dealer 0\nroom 1",
        "dealer 0\nturns 8H",
        "dealer 0\n\nfloor AC",
    ],
)
def test_what_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(BadNotation):
        parse_position(text, DEFAULTS)


def test_cards_are_written_and_read_back() -> None:
    cards = tuple(random.Random(1).sample(PACK, 52))
    assert parse_cards(format_cards(cards)) == cards


def test_pack_has_every_rank_of_every_suit() -> None:
    assert set(PACK) == {rank + suit for rank in RANKS for suit in SUITS}


@pytest.mark.parametrize("code", ["", "A", "AX", "1C", "ac", "AC ", "CA", "0C", "ACC", "Ａc"])
def test_what_is_no_card_is_refused(code: str) -> None:
    with pytest.raises(BadNotation):
        Card(code)


@pytest.mark.parametrize(("code", "value"), [("AC", 1), ("9D", 9), ("TS", 10), ("JC", None)])
def test_card_has_its_value(code: str, value: int | None) -> None:
    assert Card(code).value == value


def test_play_lays_down_where_it_takes_nothing() -> None:
    assert parse_play("8H") == Play(Card("8H"))
