"""How the levels play, position by position."""

from dataclasses import replace

import pytest

from games.ai import choose
from games.ai.greedy import RANDOM_SHARE
from games.ai.prospects import list_prospects
from games.engine.cards import PACK, Card, format_cards
from games.engine.observation import Observation
from games.engine.options import PRESETS, Options
from games.engine.play import Turn
from tests.ai.positions import draw

LEVANT = PRESETS["levant"]
SEEING = ("regular", "strong")


def plays_of(level: str, observation: Observation, *, seeds: int = 20) -> set[str]:
    """Every play that the level makes, whatever the seed: `TC: 2C 8H`, or `TC` where it stays."""
    plays = (choose(level, observation, seed=seed) for seed in range(seeds))
    return {
        f"{play.card}: {format_cards(sorted(play.take))}" if play.take else str(play.card)
        for play in plays
    }


@pytest.mark.parametrize("level", SEEING)
@pytest.mark.parametrize(
    ("floor", "hand", "play"),
    [
        ("5H", "5D JC KS", "5D: 5H"),
        ("TC 5D 4H AS", "7D QC 3H", "7D: 4H 5D AS TC"),
        ("JC", "JD QC 9S", "JD: JC"),
        ("JC", "7D QC 9S", "7D: JC"),
        ("2D 4C 4S 5D AD", "TC 8H", "8H: 2D 4C 4S 5D AD"),
    ],
    ids=["plain", "komi-as-a-ten", "jack-on-jack", "komi-on-jack", "sums"],
)
def test_basra_is_taken(level: str, floor: str, hand: str, play: str) -> None:
    assert plays_of(level, draw(floor=floor, hand=hand)) == {play}


@pytest.mark.parametrize("level", SEEING)
def test_floor_komi_is_lifted_before_more_cards(level: str) -> None:
    observation = draw(floor="7D", hand="KC 4H")
    assert {play.split(": ")[1] for play in plays_of(level, observation)} == {"7D"}


@pytest.mark.parametrize("level", SEEING)
def test_classic_card_points_decide_between_captures(level: str) -> None:
    assert plays_of(level, draw(floor="2C 2D 8H", hand="TC KD", options=LEVANT)) == {"TC: 2C 8H"}


def test_regular_takes_points_before_cards() -> None:
    observation = draw(floor="2C KD KH", hand="2D KC", options=LEVANT)
    assert plays_of("regular", observation) == {"2D: 2C"}


@pytest.mark.parametrize("level", SEEING)
def test_larger_capture_is_taken(level: str) -> None:
    observation = draw(floor="8H 2C 6D 4S 4H 9H", hand="TC KD")
    assert plays_of(level, observation) == {"TC: 2C 4H 6D 8H", "TC: 2C 4S 6D 8H"}


@pytest.mark.parametrize(
    ("turns", "last_card_basra", "points"), [(47, True, 10), (47, False, 0), (46, False, 10)]
)
def test_basra_by_the_last_card_counts_where_it_pays(
    turns: int, last_card_basra: bool, points: int
) -> None:
    """R3.5."""
    options = Options(last_card_basra=last_card_basra)
    played = (Turn(seat=0, card=Card("AC"), took=(), basra=None),) * turns
    (prospect,) = list_prospects(
        replace(draw(floor="5H", hand="5D", options=options), turns=played)
    )
    assert prospect.points == points


def test_beginner_misses_about_half_of_its_basras() -> None:
    observation = draw(floor="5H", hand="5D KC QS 9H")
    found = sum(choose("beginner", observation, seed=seed).card == "5D" for seed in range(2000))
    assert found / 2000 == pytest.approx(1 - RANDOM_SHARE * 3 / 4, abs=0.04)


@pytest.mark.parametrize(
    ("floor", "hand", "gone", "play"),
    [
        ("", "5H QD", "QC QH QS", "QD"),
        ("4C", "3H 9S", "", "9S"),
        ("6C", "4H 2S", "TC TD TH TS", "4H"),
        ("KC", "5H KD", "5C 5D 5S KH KS", "KD: KC"),
    ],
    ids=["card-that-is-out", "sum-past-ten", "sum-that-is-out", "basra"],
)
def test_strong_leaves_no_basra(floor: str, hand: str, gone: str, play: str) -> None:
    assert plays_of("strong", draw(floor=floor, hand=hand, gone=gone)) == {play}


@pytest.mark.parametrize("special", ["JC", "7D"])
@pytest.mark.parametrize("preset", PRESETS)
def test_strong_burns_no_special_while_it_holds_another_card(special: str, preset: str) -> None:
    observation = draw(hand=f"{special} 5H", options=PRESETS[preset])
    assert plays_of("strong", observation) == {"5H"}


def test_strong_burns_a_jack_rather_than_the_komi() -> None:
    assert plays_of("strong", draw(hand="7D JC")) == {"JC"}


@pytest.mark.parametrize("special", ["JC", "7D"])
def test_strong_keeps_a_special_for_a_fuller_floor(special: str) -> None:
    assert special not in plays_of("strong", draw(floor="KC", hand=f"{special} QS 9H TS"))


def test_strong_spends_a_jack_before_it_is_the_last_card_of_the_deal() -> None:
    assert plays_of("strong", draw(floor="AS 9S", hand="JC QS", theirs=2)) == {"JC: 9S AS"}
    with_another = plays_of("strong", draw(floor="AS 9S", hand="JC QS KD", theirs=2))
    assert with_another == {"QS", "KD"}


@pytest.mark.parametrize("preset", PRESETS)
def test_strong_spends_a_jack_before_the_komi(preset: str) -> None:
    observation = draw(floor="KC 9H 8C 2S TD", hand="7D JC", options=PRESETS[preset])
    assert plays_of("strong", observation) == {"JC: 2S 8C 9H KC TD"}


def test_strong_fears_the_komi_apart_from_the_other_sevens() -> None:
    """R3.3: on 4 and 5 the komi makes a basra, on 4 and king it does not; no seven takes either."""
    known = {"4C", "5H", "KD", "7C", "7D"}
    gone = format_cards(card for card in PACK if card not in known)
    observation = draw(floor="4C", hand="5H KD", gone=gone, theirs=2)
    assert plays_of("strong", observation) == {"KD"}


def test_strong_cares_for_no_more_cards_once_the_majority_is_decided() -> None:
    """R4.2: cards over the half of the pack pay nothing more."""
    floor, hand = "9H 5C 4D KD", "9C QS"
    assert plays_of("strong", draw(floor=floor, hand=hand, piles=(26, 4))) == {"9C: 4D 5C 9H"}
    assert plays_of("strong", draw(floor=floor, hand=hand, piles=(27, 4))) == {"QS"}


def test_strong_counts_the_majority_that_was_carried() -> None:
    """R4.2, with a majority that pays nothing by itself."""
    options = Options(majority_points=0, majority_tie="carry")
    observation = draw(floor="9H 5C 4D KD", hand="9C QS", options=options)
    assert plays_of("strong", observation) == {"QS"}
    assert plays_of("strong", replace(observation, carried=30)) == {"9C: 4D 5C 9H"}
