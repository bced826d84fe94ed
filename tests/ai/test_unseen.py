"""What can be known of the other hand."""

from dataclasses import replace
from itertools import combinations

import pytest

from games.ai.unseen import Answer, foresee_answer, list_unseen
from games.engine.cards import Card, parse_cards
from games.engine.options import PRESETS, Options
from games.engine.pair import Pair, other
from games.engine.round import Round, apply_play, deal_round, legal_plays
from tests.ai.arena import at_level, look, shuffled_packs, walk
from tests.ai.positions import draw

SETTINGS = (*PRESETS.values(), Options(first_floor=2), Options(floor_specials="keep"))
BURYING = "JC JD JH JS 7D"


def list_states(pack: tuple[Card, ...], options: Options) -> list[Round]:
    players = Pair(at_level("beginner"), at_level("beginner"))
    *states, _ = walk(deal_round(pack, dealer=0, options=options), players, seed=1)
    return states


def pack_from(top: str, *, seed: int) -> tuple[Card, ...]:
    (pack,) = shuffled_packs(1, seed=seed)
    first = parse_cards(top)
    return first + tuple(card for card in pack if card not in first)


def check_answer(state: Round) -> None:
    """The hand that does answer is one of those foreseen."""
    assert state.to_move is not None
    rival = other(state.to_move)
    answer = foresee_answer(look(state))
    after = apply_play(state, legal_plays(state)[0])
    hand = set(after.hands[rival])
    assert set(answer.sure) <= hand <= {*answer.sure, *answer.maybe}
    assert len(hand) == len(answer.sure) + answer.open_places


def test_unseen_cards_are_the_other_hand_and_the_pack() -> None:
    (pack,) = shuffled_packs(1, seed=8)
    for state in list_states(pack, PRESETS["basra-2"]):
        assert state.to_move is not None
        hidden = {*state.hands[other(state.to_move)], *state.pack}
        assert set(list_unseen(look(state))) == hidden


@pytest.mark.parametrize("options", SETTINGS)
def test_answering_hand_is_always_among_those_foreseen(options: Options) -> None:
    for pack in shuffled_packs(20, seed=9):
        for state in list_states(pack, options):
            check_answer(state)


@pytest.mark.parametrize("first_floor", [4, 2])
def test_answering_hand_is_foreseen_when_every_special_is_buried(first_floor: int) -> None:
    pack = pack_from(BURYING, seed=10)
    for state in list_states(pack, Options(first_floor=first_floor)):
        check_answer(state)


def test_buried_card_is_in_the_dealers_last_hand_for_certain() -> None:
    states = list_states(pack_from("JC", seed=12), PRESETS["basra-2"])
    first, last = states[0], states[40]
    assert "JC" not in (*foresee_answer(look(first)).sure, *foresee_answer(look(first)).maybe)
    assert foresee_answer(look(last)).sure == ("JC",)


def test_dealer_out_of_cards_reckons_with_the_next_hand() -> None:
    (pack,) = shuffled_packs(1, seed=13)
    state = list_states(pack, PRESETS["basra-2"])[7]
    assert foresee_answer(look(state)).open_places == 4


def test_chance_counts_every_possible_hand() -> None:
    maybe = parse_cards("5C 5D 8H 9S TC QD KH AS")
    hands = list(combinations(maybe, 3))
    holding = sum("5C" in hand or "5D" in hand for hand in hands)
    answer = Answer(sure=(), maybe=maybe, open_places=3)
    assert answer.chance_of_any(parse_cards("5C 5D 5H")) == pytest.approx(holding / len(hands))


def test_chance_of_a_card_surely_held_is_certainty() -> None:
    answer = Answer(sure=parse_cards("JC"), maybe=parse_cards("5C 5D 8H"), open_places=1)
    assert answer.chance_of_any(parse_cards("JC JD")) == 1


def test_chance_of_a_card_already_seen_is_nil() -> None:
    answer = foresee_answer(draw(hand="5C 5D", floor="5H", gone="5S"))
    assert answer.chance_of_any(parse_cards("5C 5D 5H 5S")) == 0


def test_every_unseen_card_is_held_once_the_pack_is_gone() -> None:
    observation = look(list_states(next(shuffled_packs(1, seed=14)), PRESETS["basra-2"])[41])
    assert observation.pack_size == 0
    answer = foresee_answer(replace(observation, buried=()))
    assert len(answer.maybe) == answer.open_places
    assert all(answer.chance_of_any([card]) == 1 for card in answer.maybe)
