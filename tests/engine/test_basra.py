"""R3: basra."""

import pytest

from games.engine.options import Options
from tests.engine.tables import basra, draw, play

SEVEN = Options(burnt_komi="seven")
TOTAL_TEN = Options(komi_basra="total_ten")


@pytest.mark.parametrize(
    ("card", "floor"),
    [("8C", "8D 7C AH"), ("KC", "KD"), ("QC", "QD QH QS"), ("AC", "AD"), ("5C", "2D 3D")],
)
def test_plain_basra_r3_1(card: str, floor: str) -> None:
    assert basra(card, floor) == "plain"


def test_no_basra_where_something_is_left_r3_1() -> None:
    after = play(draw("floor 8D KH\nhands 8C | 2C"), "8C")
    assert after.turns[-1].basra is None


def test_no_basra_where_nothing_is_taken_r3_1() -> None:
    after = play(draw("hands 8C | 2C"), "8C")
    assert after.turns[-1].basra is None


def test_jack_basra_takes_a_lone_jack_r3_2() -> None:
    assert basra("JC", "JD") == "jack"


def test_jack_on_a_lone_jack_is_none_without_the_option_r3_2() -> None:
    assert basra("JC", "JD", Options(jack_basra=False)) is None


@pytest.mark.parametrize("floor", ["3C", "QD", "JD 2C", "JD JH", "3C 7D"])
def test_other_sweeps_by_a_jack_are_none_r3_2(floor: str) -> None:
    assert basra("JC", floor) is None


@pytest.mark.parametrize(("kind", "made"), [("jack", "jack"), ("plain", "plain"), ("none", None)])
@pytest.mark.parametrize("jack_basra", [True, False])
def test_komi_on_a_lone_jack_goes_by_its_own_option_r3_2(
    kind: str, made: str | None, jack_basra: bool
) -> None:
    assert basra("7D", "JD", Options(komi_on_lone_jack=kind, jack_basra=jack_basra)) == made


@pytest.mark.parametrize(
    ("floor", "made"),
    [
        ("5C", "plain"),
        ("TC", "plain"),
        ("QC", "plain"),
        ("KC", "plain"),
        ("QC QD", "plain"),
        ("KC KD KH KS", "plain"),
        ("JC", "jack"),
        ("JC 2C", None),
        ("JC JD", None),
        ("KC 2C", None),
        ("KC QC", None),
        ("TC 5C 4C AC", "plain"),
        ("8C 7C AC", "plain"),
        ("AC 2C 7C 8C", "plain"),
        ("3C 4C", "plain"),
        ("5C 5D", "plain"),
        ("5C 6C", None),
        ("9C TC", None),
        ("AC AD", "plain"),
        ("AC 9C TC 5C 5D", "plain"),
        ("AC 9C TC 5C 6D", None),
    ],
)
def test_played_komi_r3_3(floor: str, made: str | None) -> None:
    assert basra("7D", floor) == made


@pytest.mark.parametrize(
    ("floor", "made"),
    [
        ("4C 6C", "plain"),
        ("TC", "plain"),
        ("AC 2C 3C 4C", "plain"),
        ("TC AC", None),
        ("5C 6C", None),
        ("3C 4C", "plain"),
        ("QC", "plain"),
        ("QC AC", None),
    ],
)
def test_played_komi_by_total_r3_3(floor: str, made: str | None) -> None:
    assert basra("7D", floor, TOTAL_TEN) == made


def test_total_may_be_no_sum_of_one_rank_r3_3() -> None:
    assert basra("7D", "2C 3C 4C", TOTAL_TEN) == "plain"


@pytest.mark.parametrize("floor", ["QC", "KC KD"])
def test_komi_on_court_cards_is_an_option_of_its_own_r3_3(floor: str) -> None:
    assert basra("7D", floor, Options(komi_on_court=False)) is None
    assert basra("7D", floor, Options(komi_basra="total_ten")) == "plain"


@pytest.mark.parametrize("card", ["AC", "7C", "TC", "QC", "KC", "JC"])
def test_any_card_on_a_lone_komi_makes_a_komi_basra_r3_4(card: str) -> None:
    assert basra(card, "7D") == "komi"


def test_jack_takes_a_lone_komi_for_a_komi_basra_whatever_jack_basra_says_r3_4() -> None:
    assert basra("JC", "7D", Options(jack_basra=False)) == "komi"


@pytest.mark.parametrize(("card", "made"), [("7C", "plain"), ("JC", None)])
def test_lone_komi_that_is_a_seven_r3_4(card: str, made: str | None) -> None:
    assert basra(card, "7D", SEVEN) == made


def test_komi_with_others_on_the_floor_makes_a_plain_basra_r3_1() -> None:
    assert basra("8C", "7D 5H 3S") == "plain"


LAST_PLAY = """
    floor 8D
    hands  | 8C
    turns {turns}
    """


@pytest.mark.parametrize(("counts", "made"), [(True, "plain"), (False, None)])
@pytest.mark.parametrize(("first_floor", "plays"), [(4, 48), (2, 50)])
def test_last_play_makes_a_basra_by_option_r3_5(
    counts: bool, made: str | None, first_floor: int, plays: int
) -> None:
    options = Options(last_card_basra=counts, first_floor=first_floor)
    before = LAST_PLAY.format(turns="; ".join(["0 KC"] * (plays - 1)))
    after = play(draw(before, options), "8C")
    assert after.turns[-1].took == ("8D",)
    assert after.turns[-1].basra == made


def test_play_before_the_last_makes_its_basra_whatever_the_option_r3_5() -> None:
    before = "floor 8D\nhands 8C | 9C\nturns " + "; ".join(["0 KC"] * 46)
    after = play(draw(before, Options(last_card_basra=False)), "8C")
    assert after.turns[-1].basra == "plain"
