"""R1.5: what a seat sees, and that it sees no more."""

import pickle
import random
from dataclasses import fields

import pytest
from hypothesis import given

from games.engine.observation import Observation
from games.engine.pair import SEATS, Pair, Seat, other
from games.engine.round import Round
from games.engine.scoring import Match
from games.engine.view import SeatView, observe, view_round
from tests.engine.strategies import by_seed, whole_round
from tests.engine.tables import draw


def exchange_hidden(state: Round, seat: Seat | None, rng: random.Random) -> Round:
    """Another state that differs in nothing that `seat` may see: hidden cards change places.

    Buried cards lie at the bottom of the pack, where both saw them go, and stay there.
    """
    known = [card for card in state.buried if card in state.pack]
    pack = [card for card in state.pack if card not in known]
    hidden = list(pack)
    for owner in SEATS:
        if owner != seat:
            hidden += state.hands[owner]
    rng.shuffle(hidden)
    deal = iter(hidden)
    new_pack = (*(next(deal) for _ in pack), *known)
    hands = state.hands
    for owner in SEATS:
        if owner != seat:
            hands = hands.put(owner, tuple(next(deal) for _ in hands[owner]))
    return state._replace(pack=new_pack, hands=hands)


def moments(rng: random.Random) -> tuple[Round, random.Random]:
    return rng.choice(whole_round(rng)[:-1]), rng


@given(by_seed(moments))
@pytest.mark.parametrize("seat", [0, 1, None])
def test_view_is_the_same_when_hidden_cards_are_exchanged(
    seat: Seat | None, moment: tuple[Round, random.Random]
) -> None:
    state, rng = moment
    one, two = view_round(state, seat), view_round(exchange_hidden(state, seat, rng), seat)
    assert one == two
    assert repr(one) == repr(two)
    assert pickle.dumps(one) == pickle.dumps(two)


@given(by_seed(moments))
def test_observation_is_the_same_when_hidden_cards_are_exchanged(
    moment: tuple[Round, random.Random],
) -> None:
    state, rng = moment
    match = Match(state.options, 61)
    for seat in SEATS:
        other_state = exchange_hidden(state, seat, rng)
        one, two = observe(state, seat, match=match), observe(other_state, seat, match=match)
        assert (one, repr(one)) == (two, repr(two))


def codes_in(value: object, found: set[str]) -> set[str]:
    """Every card anywhere inside a value."""
    if isinstance(value, str):
        found.add(str(value))
    elif isinstance(value, tuple | frozenset):
        for item in value:
            codes_in(item, found)
    elif hasattr(value, "__dataclass_fields__"):
        for field in fields(value):  # type: ignore[arg-type]
            codes_in(getattr(value, field.name), found)
    return found


@given(by_seed(moments))
def test_view_holds_no_hidden_card(moment: tuple[Round, random.Random]) -> None:
    state, _ = moment
    for seat in (0, 1, None):
        hidden = {str(card) for card in state.pack} - set(state.buried)
        for owner in SEATS:
            if owner != seat:
                hidden |= set(state.hands[owner]) - set(state.buried)
        assert not codes_in(view_round(state, seat), set()) & hidden


@given(by_seed(lambda rng: whole_round(rng)[-1]))
def test_round_that_is_over_hides_nothing(state: Round) -> None:
    assert (state.pack, state.hands) == ((), Pair((), ()))


TABLE = draw("""
    floor AC 7S KD 8H
    hands 8S KC | 3C 4C 5C
    pack 9C 9D 9H
    """)


def test_seat_to_move_sees_its_choices() -> None:
    view = view_round(TABLE, 0)
    found = [(choice.card, sorted(choice.take), choice.leaves) for choice in view.choices]
    assert found == [
        ("8S", ["7S", "8H", "AC"], ("KD",)),
        ("KC", ["KD"], ("AC", "7S", "8H")),
    ]


def test_choice_says_what_stays_and_what_is_a_basra() -> None:
    view = view_round(draw("floor 8H\nhands 8S KC | 3C"), 0)
    assert [(choice.card, choice.basra, choice.leaves) for choice in view.choices] == [
        ("8S", "plain", ()),
        ("KC", None, ("8H",)),
    ]


@pytest.mark.parametrize("seat", [1, None])
def test_others_see_no_choices(seat: Seat | None) -> None:
    assert view_round(TABLE, seat).choices == ()


def test_view_counts_what_it_does_not_show() -> None:
    view = view_round(TABLE, 0)
    assert (view.hand_sizes, view.pack_size) == (Pair(2, 3), 3)
    assert "3C" not in repr(view)


def test_spectator_has_no_hand() -> None:
    assert view_round(TABLE, None).hand == ()


def test_opponent_has_a_hand_of_its_own() -> None:
    assert view_round(TABLE, other(0)).hand == ("3C", "4C", "5C")


@pytest.mark.parametrize("kind", [SeatView, Observation])
def test_no_field_is_there_to_hold_a_hidden_card(kind: type) -> None:
    names = {field.name for field in fields(kind)}
    assert not names & {"hands", "pack", "piles", "seed", "state"}
