"""R2: a turn."""

import pytest

from games.engine.cards import Card, format_cards, parse_cards
from games.engine.errors import IllegalPlay, Reason
from games.engine.options import Options
from games.engine.pair import Pair
from games.engine.play import Play
from games.engine.round import find_forced_play, legal_plays, resolve_play
from tests.engine.tables import draw, play, takes

SEVEN = Options(burnt_komi="seven")
LARGEST = Options(capture_choice="largest")


@pytest.mark.parametrize(
    ("card", "floor", "choices"),
    [
        ("8C", "AC 7S KD 8H", ["7S 8H AC"]),
        ("5C", "AD 2D 3D 4D", ["2D 3D 4D AD"]),
        ("5C", "2D 3D 3H", ["2D 3D", "2D 3H"]),
        ("6C", "3D 3H 2D 4S 6S", ["2D 3D 3H 4S 6S"]),
        ("TC", "2D 4C 4S 5D AD", ["2D 4C 4S", "4C 5D AD", "4S 5D AD"]),
        ("8C", "5D 3D 2S 6S AH", ["2S 3D 5D 6S", "2S 5D AH"]),
        ("9C", "5D 4D 4H AS 8H", ["4D 4H AS", "4D 5D 8H AS", "4H 5D 8H AS"]),
        ("AC", "AD AH 2C", ["AD AH"]),
        ("2C", "AD AH", ["AD AH"]),
        ("3C", "AD AH AS", ["AD AH AS"]),
        ("9C", "TD", []),
    ],
)
def test_capture_is_maximal_r2_2_r2_3(card: str, floor: str, choices: list[str]) -> None:
    assert takes(card, floor) == choices


@pytest.mark.parametrize(
    ("card", "floor", "choice"),
    [
        ("TC", "2D 4C 4S 5D AD", "2D 4C 4S"),
        ("9C", "8D AD 5C 4H 4D", "4D 5C 8D AD"),
        ("5C", "2D 3D 3H", "2D 3D"),
    ],
)
def test_largest_leaves_one_choice_r2_2(card: str, floor: str, choice: str) -> None:
    assert takes(card, floor, LARGEST) == [choice]


@pytest.mark.parametrize(
    ("card", "floor", "choices"),
    [
        ("KC", "KD KH QS TC 3C", ["KD KH"]),
        ("QC", "TC 2C", []),
        ("KC", "TC 3D", []),
        ("TC", "QD KD JD 4C 6C", ["4C 6C"]),
        ("AC", "JD", []),
    ],
)
def test_court_cards_take_their_rank_alone_r2_4(card: str, floor: str, choices: list[str]) -> None:
    assert takes(card, floor) == choices


@pytest.mark.parametrize("card", ["JC", "7D"])
def test_jack_and_komi_sweep_r2_5_r2_6(card: str) -> None:
    assert takes(card, "KD 8H JD 7S QC") == ["7S 8H JD KD QC"]


@pytest.mark.parametrize("card", ["JC", "7D", "8C", "KC"])
def test_everything_stays_on_an_empty_floor_r2_5_r2_6(card: str) -> None:
    assert takes(card, "") == []


@pytest.mark.parametrize("card", ["QC", "TC", "AC", "7C"])
def test_jack_on_the_floor_is_taken_by_no_other_r2_7(card: str) -> None:
    assert takes(card, "JD 3S") == []


@pytest.mark.parametrize(
    ("card", "floor", "choices"),
    [
        ("QC", "7D", ["7D"]),
        ("KC", "7D KD 3S", ["7D KD"]),
        ("9C", "7D 2S", ["7D"]),
        ("9C", "7D 2S 5S 4S", ["4S 5S 7D"]),
        ("7C", "7D 7H 3S 4S", ["3S 4S 7D 7H"]),
        ("AC", "7D 2S", ["7D"]),
    ],
)
def test_floor_komi_is_a_group_for_any_card_r2_8(card: str, floor: str, choices: list[str]) -> None:
    assert takes(card, floor) == choices


@pytest.mark.parametrize(
    ("card", "floor", "choices"),
    [
        ("QC", "7D", []),
        ("9C", "7D 2S", ["2S 7D"]),
        ("7C", "7D 7H 3S 4S", ["3S 4S 7D 7H"]),
        ("AC", "7D 2S", []),
        ("8C", "7D AS 7S", ["7D AS", "7S AS"]),
        ("JC", "7D 2S", ["2S 7D"]),
    ],
)
def test_floor_komi_is_a_seven_where_options_say_so_r2_8(
    card: str, floor: str, choices: list[str]
) -> None:
    assert takes(card, floor, SEVEN) == choices


def test_played_and_captured_cards_go_to_the_pile_r2_9() -> None:
    after = play(
        draw("""
            floor AC 7S KD 8H
            hands 8S 2C | 3C 4C
            """),
        "8S",
    )
    assert format_cards(after.floor) == "KD"
    assert after.piles == Pair(parse_cards("8S 7S 8H AC"), ())
    assert after.hands == Pair(parse_cards("2C"), parse_cards("3C 4C"))
    assert (after.to_move, after.last_capturer) == (1, 0)


def test_card_that_takes_nothing_stays_r2_9() -> None:
    after = play(
        draw("""
            floor KD
            hands 8S 2C | 3C 4C
            """),
        "8S",
    )
    assert format_cards(after.floor) == "KD 8S"
    assert after.piles == Pair((), ())
    assert after.last_capturer is None


TWO_WAYS = """
    floor 2D 3D 3H
    hands 5C 5S | 3C 4C
    """


@pytest.mark.parametrize(
    ("card", "take", "reason"),
    [
        ("3C", None, Reason.NOT_IN_HAND),
        ("9C", None, Reason.NOT_IN_HAND),
        ("5C", None, Reason.NAME_A_CAPTURE),
        ("5C", "", Reason.NO_SUCH_CAPTURE),
        ("5C", "2D", Reason.NO_SUCH_CAPTURE),
        ("5C", "2D 3D 3H", Reason.NO_SUCH_CAPTURE),
        ("5C", "KD", Reason.NO_SUCH_CAPTURE),
    ],
)
def test_illegal_play_says_why(card: str, take: str | None, reason: Reason) -> None:
    with pytest.raises(IllegalPlay) as refusal:
        play(draw(TWO_WAYS), card, take)
    assert refusal.value.reason == reason


def test_play_is_refused_when_the_round_is_over() -> None:
    with pytest.raises(IllegalPlay) as refusal:
        play(draw("floor KD"), "8S")
    assert refusal.value.reason == Reason.ROUND_OVER


def test_one_capture_may_be_left_unnamed() -> None:
    state = draw("floor 2D 3D\nhands 5C KC | 3C 4C")
    assert resolve_play(state, Card("5C")) == Play(Card("5C"), frozenset(parse_cards("2D 3D")))


def test_legal_plays_are_every_choice_of_every_card() -> None:
    found = [(play.card, format_cards(sorted(play.take))) for play in legal_plays(draw(TWO_WAYS))]
    assert found == [("5C", "2D 3D"), ("5C", "2D 3H"), ("5S", "2D 3D"), ("5S", "2D 3H")]


@pytest.mark.parametrize(
    ("text", "forced"),
    [
        ("floor KD\nhands 5C | 3C", "5C"),
        ("floor 5D KD\nhands 5C | 3C", "5C"),
        ("floor 2D 3D 3H\nhands 5C | 3C", None),
        ("floor KD\nhands 5C 6C | 3C 4C", None),
        ("floor KD", None),
    ],
)
def test_forced_play_is_one_card_with_one_result(text: str, forced: str | None) -> None:
    found = find_forced_play(draw(text))
    assert (found.card if found else None) == forced
