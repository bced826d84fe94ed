"""R4 and R5: what a round is worth, and who wins."""

import pytest

from games.engine.cards import PACK, Card, format_cards, parse_cards
from games.engine.errors import BadOption
from games.engine.options import PRESETS, Options
from games.engine.pair import Pair
from games.engine.play import BasraCount
from games.engine.round import Round
from games.engine.scoring import (
    Match,
    RoundScore,
    make_score,
    score_round,
)
from games.engine.worth import points_for_cards
from tests.engine.tables import DEFAULTS, draw, play

CARRY = Options(majority_tie="carry")
CLASSIC = Options(card_points="classic")
NONE = Pair(BasraCount(), BasraCount())


def bill(
    first: int,
    second: int,
    *,
    basras: Pair[BasraCount] = NONE,
    options: Options = DEFAULTS,
    carried: int = 0,
) -> RoundScore:
    return make_score(cards=Pair(first, second), basras=basras, options=options, carried=carried)


def before_last_play(text: str) -> Round:
    """A table with one card left, in the hand of seat 1, who dealt."""
    return draw(f"{text}\nturns " + "; ".join(["0 KC"] * 47))


def test_leftovers_go_to_the_last_capturer_r4_1() -> None:
    after = play(before_last_play("floor KD 3C\nhands | 8C\npiles 5C 5D | 6C 6D\nlast 0"), "8C")
    assert format_cards(after.leftovers) == "KD 3C 8C"
    assert after.piles == Pair(parse_cards("5C 5D KD 3C 8C"), parse_cards("6C 6D"))
    assert after.floor == ()


def test_leftovers_go_to_who_captures_with_the_last_card_r4_1() -> None:
    after = play(before_last_play("floor 8D 3C\nhands | 8C\npiles 5C 5D | \nlast 0"), "8C")
    assert after.piles == Pair(parse_cards("5C 5D"), parse_cards("8C 8D 3C"))
    assert after.turns[-1].took == ("8D",)


def test_leftovers_are_never_a_basra_r4_1() -> None:
    after = play(before_last_play("floor KD\nhands | 8C\npiles 5C 5D | \nlast 0"), "8C")
    assert after.turns[-1].basra is None
    assert after.basras == NONE


def test_leftovers_count_for_nobody_where_nobody_captured_r4_1() -> None:
    after = play(before_last_play("floor KD 3C\nhands | 8C"), "8C")
    assert (after.is_over, after.piles, after.leftovers) == (True, Pair((), ()), ())
    assert format_cards(after.floor) == "KD 3C 8C"
    assert score_round(after).points == Pair(0, 0)


@pytest.mark.parametrize(
    ("cards", "points"),
    [((27, 25), (30, 0)), ((0, 52), (0, 30)), ((26, 26), (0, 0)), ((0, 0), (0, 0))],
)
def test_majority_r4_2(cards: tuple[int, int], points: tuple[int, int]) -> None:
    assert bill(*cards).points == points


@pytest.mark.parametrize("cards", [(26, 26), (0, 0)])
def test_equal_piles_are_carried_r4_2(cards: tuple[int, int]) -> None:
    score = bill(*cards, options=CARRY)
    assert (score.points, score.carried) == (Pair(0, 0), 30)


def test_carried_majority_piles_up_r4_2() -> None:
    assert bill(26, 26, options=CARRY, carried=60).carried == 90


def test_carried_majority_is_paid_with_the_next_r4_2() -> None:
    score = bill(20, 32, options=CARRY, carried=60)
    assert (score.majority, score.carried) == (Pair(0, 90), 0)


def test_equal_piles_are_not_carried_by_default_r4_2() -> None:
    assert bill(26, 26).carried == 0


@pytest.mark.parametrize(("preset", "points"), [("basra-2", 30 + 10 + 30 + 60), ("basra-v2", 90)])
def test_points_are_majority_and_basras_r4_3(preset: str, points: int) -> None:
    basras = Pair(BasraCount(plain=1, jack=1, komi=2), BasraCount())
    assert bill(30, 22, basras=basras, options=PRESETS[preset]).points == (points, 0)


def test_card_points_r4_3() -> None:
    assert points_for_cards(parse_cards("JC JD AS 2C TD TC 2D KH"), CLASSIC) == 3 + 2 + 3
    assert points_for_cards(PACK, CLASSIC) == 13
    assert points_for_cards(PACK, DEFAULTS) == 0


def test_card_points_are_counted_in_the_final_pile_r4_3() -> None:
    table = "floor TD 2C\nhands | 8C\npiles 5C AD | 6C 6D\nlast 0"
    after = play(draw(f"{table}\nturns " + "; ".join(["0 KC"] * 47), CLASSIC), "8C")
    score = score_round(after)
    assert score.card_points == Pair(1 + 3 + 2, 0)
    assert score.points == Pair(36, 0)


@pytest.mark.parametrize(
    ("target", "totals", "winner"),
    [
        (61, (61, 0), 0),
        (61, (60, 0), None),
        (61, (61, 61), None),
        (61, (70, 71), 1),
        (61, (130, 61), 0),
        (0, (0, 0), None),
        (0, (30, 30), None),
        (0, (10, 0), 0),
        (1000, (999, 1000), 1),
    ],
)
def test_winner_r5_1_r5_2(target: int, totals: tuple[int, int], winner: int | None) -> None:
    assert Match(DEFAULTS, target, totals=Pair(*totals)).winner == winner


def test_booking_adds_points_and_keeps_what_is_carried_r5_1() -> None:
    match = Match(CARRY, 61, totals=Pair(20, 10), carried=30).book(bill(26, 26, options=CARRY))
    assert (match.totals, match.carried) == (Pair(20, 10), 30)


@pytest.mark.parametrize("target", [10, 61, 121, 151, 1000, 0])
def test_target_is_offered_r5_2(target: int) -> None:
    assert Match(DEFAULTS, target).target == target


@pytest.mark.parametrize("target", [-1, 1, 9, 1001, 10**30, 61.0, True, False, None, "61"])
def test_target_is_refused_r5_2(target: object) -> None:
    with pytest.raises(BadOption):
        Match(DEFAULTS, target)  # type: ignore[arg-type]


def test_card_points_name_real_cards() -> None:
    assert {str(card) for card in PACK if points_for_cards([card], CLASSIC)} == {
        *(f"{rank}{suit}" for rank in "JA" for suit in "CDHS"),
        Card("2C"),
        Card("TD"),
    }
