"""R1: the deal."""

import random
from itertools import pairwise

import pytest

from games.engine.cards import KOMI, PACK, SWEEPERS, Card, format_cards, parse_cards
from games.engine.errors import BadNotation
from games.engine.notation import format_position
from games.engine.options import Options
from games.engine.pair import Pair
from games.engine.round import Round, deal_round
from tests.engine.play import random_pack, random_round

FOUR = Options()
TWO = Options(first_floor=2)


def stack(top: str, bottom: str = "") -> tuple[Card, ...]:
    """A pack with these cards on top and at the bottom, the others in order between them."""
    first, last = parse_cards(top), parse_cards(bottom)
    return (*first, *(card for card in PACK if card not in first + last), *last)


def deal(top: str, *, dealer: int = 0, options: Options = FOUR, bottom: str = "") -> Round:
    return deal_round(stack(top, bottom), dealer=1 if dealer else 0, options=options)


def test_deal_lays_four_then_non_dealer_then_dealer_r1_1() -> None:
    state = deal("8S AC 7S KD 2C 3C 4C 5C 6C 8C 9C TC QC", dealer=1)
    drawn = "\n".join(format_position(state).splitlines()[:4])
    assert drawn == (
        "dealer 1\n"  #
        "start 8S AC 7S KD\n"
        "floor 8S AC 7S KD\n"
        "hands 2C 3C 4C 5C | 6C 8C 9C TC"
    )


def test_deal_goes_on_in_the_same_order_r1_1() -> None:
    states = list(random_round(random.Random(1), dealer=0, options=FOUR))
    before, after = states[0], states[8]
    assert after.hands == Pair(before.pack[4:8], before.pack[:4])
    assert after.pack == before.pack[8:]


def test_floor_is_never_dealt_to_again_r1_1() -> None:
    for before, after in pairwise(random_states()):
        came = set(after.floor) - set(before.floor)
        assert came <= {after.turns[-1].card}


def random_states() -> list[Round]:
    return list(random_round(random.Random(2), dealer=1, options=FOUR))


def test_specials_are_buried_one_after_the_other_r1_2() -> None:
    state = deal("JC JD 5H 9S JH 2C 3C 4C")
    assert format_cards(state.floor) == "2C 3C 5H 9S"
    assert format_cards(state.buried) == format_cards(state.pack[-3:]) == "JC JH JD"


def test_komi_is_buried_r1_2() -> None:
    state = deal("5H 7D 9S KD 2C 3C")
    assert format_cards(state.floor) == "5H 2C 9S KD"
    assert state.pack[-1] == KOMI


def test_all_five_specials_can_be_buried_r1_2() -> None:
    state = deal("JC JD JH JS 7D AC 2C 3C 4C")
    assert format_cards(state.floor) == "AC 2C 3C 4C"
    assert format_cards(state.pack[-5:]) == "JC 7D JD JH JS"


def test_special_under_the_floor_is_not_buried_r1_2() -> None:
    assert deal("2C 3C 4C 5C JC").buried == ()


def test_specials_stay_where_the_option_keeps_them_r1_2() -> None:
    state = deal("JC 7D 5H 9S", options=Options(floor_specials="keep"))
    assert (format_cards(state.floor), state.buried) == ("JC 7D 5H 9S", ())


def test_buried_cards_are_the_dealers_last_hand_r1_2() -> None:
    *_, last_deal = (state for state in play_buried() if len(state.turns) == 40)
    assert set(last_deal.buried) <= set(last_deal.hands[last_deal.dealer])


def play_buried() -> list[Round]:
    rng = random.Random(3)
    while True:
        states = list(random_round(rng, dealer=0, options=FOUR))
        if len(states[0].buried) > 1:
            return states


@pytest.mark.parametrize("dealer", [0, 1])
def test_non_dealer_leads_every_deal_r1_3(dealer: int) -> None:
    states = list(random_round(random.Random(4), dealer=1 if dealer else 0, options=TWO))
    leads = {state.to_move for state in states[:-1] if len(state.turns) % 8 == 0}
    assert leads == {1 - dealer}


@pytest.mark.parametrize(
    ("options", "plays", "deals"), [(FOUR, 48, 6), (TWO, 50, 7)], ids=["four", "two"]
)
def test_round_has_its_plays_and_deals_r1_1(options: Options, plays: int, deals: int) -> None:
    states = list(random_round(random.Random(5), dealer=0, options=options))
    assert len(states) - 1 == states[0].plays_in_all == plays
    assert states[0].deals_in_all == deals
    assert [state.deal_number for state in states[:-1:8]] == [*range(1, deals + 1)]


def test_first_floor_of_two_ends_with_one_card_each_r1_4() -> None:
    states = list(random_round(random.Random(6), dealer=0, options=TWO))
    assert len(states[0].floor) == 2
    assert states[48].hands.map(len) == Pair(1, 1)
    assert states[48].pack == ()


def test_no_special_lies_on_a_first_floor() -> None:
    rng = random.Random(7)
    for _ in range(300):
        for options in (FOUR, TWO):
            state = deal_round(random_pack(rng), dealer=0, options=options)
            assert not SWEEPERS & set(state.floor)
            assert len(state.floor) == options.first_floor


@pytest.mark.parametrize("pack", [PACK[:-1], (*PACK, PACK[0]), (*PACK[:-1], PACK[0]), ()])
def test_deal_refuses_what_is_no_pack(pack: tuple[Card, ...]) -> None:
    with pytest.raises(BadNotation):
        deal_round(pack, dealer=0, options=FOUR)
