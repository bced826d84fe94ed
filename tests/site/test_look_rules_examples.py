"""Every example drawn on the rules page is what the engine says."""

from itertools import permutations

import pytest

from games.engine.capture import basra_kind, legal_captures
from games.engine.cards import KOMI, PACK, Card
from games.engine.options import make_options
from games.engine.round import deal_round
from games.presenters.rule_examples import BURIED, EXAMPLES, KOMI_TABLE, Example, KomiRow

DRAWN = [
    pytest.param(example, id=f"{number}-{position}")
    for number, examples in EXAMPLES.items()
    for position, example in enumerate(examples)
]
KOMI_FLOORS = [
    pytest.param(row, floor, id=" ".join(floor) or "bare")
    for row in KOMI_TABLE
    for floor in row.examples
]


def cards(codes: tuple[str, ...]) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes)


@pytest.mark.parametrize("example", DRAWN)
def test_example_captures_are_all_there_are(example: Example) -> None:
    options = make_options(example.preset, example.options)

    legal = legal_captures(Card(example.play), cards(example.floor), options)

    assert set(legal) == {capture.cards for capture in example.captures}


@pytest.mark.parametrize("example", DRAWN)
def test_example_basra_is_the_kind_it_makes(example: Example) -> None:
    options = make_options(example.preset, example.options)

    for capture in example.captures:
        taken = [Card(code) for code in capture.cards]
        kind = basra_kind(Card(example.play), cards(example.floor), taken, options)
        assert kind == capture.basra


@pytest.mark.parametrize("example", DRAWN)
def test_example_groups_match_by_rank_or_sum(example: Example) -> None:
    """A sweep is drawn as one group; every other group is a card of the rank, or a sum."""
    played = Card(example.play)
    for capture in example.captures:
        if len(capture.groups) == 1 and capture.cards == set(example.floor):
            continue
        assert any(
            all(_is_group(cards(group), rank) for group in capture.groups)
            for rank in ("A23456789TQK" if played == KOMI else played.rank)
        )


def _is_group(group: tuple[Card, ...], rank: str) -> bool:
    if len(group) == 1:
        return group[0].rank == rank
    values = [card.value or 99 for card in group]
    return sum(values) == Card(rank + "S").value


@pytest.mark.parametrize(("row", "floor"), KOMI_FLOORS)
def test_komi_table_says_what_the_engine_does(row: KomiRow, floor: tuple[str, ...]) -> None:
    options = make_options("basra-2")

    legal = legal_captures(KOMI, cards(floor), options)

    assert legal == ((frozenset(floor),) if row.takes else ())
    assert basra_kind(KOMI, cards(floor), legal[0] if legal else (), options) == row.basra


def test_komi_table_does_not_depend_on_the_order_of_the_floor() -> None:
    options = make_options("basra-2")
    for row in KOMI_TABLE:
        for floor in row.examples:
            kinds = {
                basra_kind(KOMI, order, order, options) for order in permutations(cards(floor))
            }
            assert kinds == {row.basra}


def test_buried_example_is_what_the_deal_does() -> None:
    top = cards(BURIED.first_floor + BURIED.next_cards)
    pack = top + tuple(card for card in PACK if card not in top)

    dealt = deal_round(pack, dealer=0, options=make_options("basra-2"))

    assert dealt.floor == BURIED.floor
    assert dealt.buried == BURIED.buried
    assert dealt.pack[-3:] == BURIED.buried
