"""Captures and basras against a second writing of the rules by brute force."""

import random
import time
from itertools import product

import pytest

from games.engine.capture import basra_kind, legal_captures
from games.engine.cards import JACKS, KOMI, PACK, Card, parse_cards
from games.engine.options import CHOICES, PRESETS, Options
from tests.engine import oracle

LOW = [card for card in PACK if (card.value or 11) <= 6]
VARIANTS = {
    f"{burnt_komi}-{choice}-{komi_basra}": Options(
        burnt_komi=burnt_komi, capture_choice=choice, komi_basra=komi_basra
    )
    for burnt_komi, choice, komi_basra in product(
        CHOICES["burnt_komi"], CHOICES["capture_choice"], CHOICES["komi_basra"]
    )
} | {"levant": PRESETS["levant"]}
FLOORS = 1500


def random_floor(rng: random.Random) -> tuple[Card, tuple[Card, ...]]:
    """A card and a floor; often small numerals, where sums are; jacks and komi as `keep` lays."""
    among = rng.choice([PACK, PACK, LOW])
    floor = rng.sample(among, rng.choice([0, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9]))
    if rng.random() < 0.2 and KOMI not in floor:
        floor.insert(rng.randint(0, len(floor)), KOMI)
    return rng.choice([card for card in PACK if card not in floor]), tuple(floor)


@pytest.mark.parametrize("options", VARIANTS.values(), ids=VARIANTS)
def test_captures_and_basra_are_those_of_the_oracle(options: Options) -> None:
    rng = random.Random("floors")
    for _ in range(FLOORS):
        card, floor = random_floor(rng)
        found = legal_captures(card, floor, options)
        assert sorted(map(sorted, found)) == oracle.captures(card, floor, options), (card, floor)
        takes_all = bool(found) and len(found[0]) == len(floor)
        kind = basra_kind(card, floor, found[0], options) if takes_all else None
        assert kind == oracle.basra(card, floor, options), (card, floor)


@pytest.mark.parametrize("komi_on_lone_jack", CHOICES["komi_on_lone_jack"])
@pytest.mark.parametrize("jack_basra", CHOICES["jack_basra"])
@pytest.mark.parametrize("komi_on_court", CHOICES["komi_on_court"])
def test_basra_on_small_floors_is_that_of_the_oracle(
    komi_on_lone_jack: str, jack_basra: bool, komi_on_court: bool
) -> None:
    rng = random.Random("small floors")
    for _ in range(150):
        options = Options(
            komi_on_lone_jack=komi_on_lone_jack,
            jack_basra=jack_basra,
            komi_on_court=komi_on_court,
            burnt_komi=rng.choice(["any", "seven"]),
        )
        floor = tuple(rng.sample([*JACKS, KOMI, *PACK[:13], *PACK[-3:]], rng.randint(1, 3)))
        card = rng.choice([card for card in (*JACKS, KOMI, Card("QS")) if card not in floor])
        kind = basra_kind(card, floor, floor, options)
        if oracle.captures(card, floor, options) == [sorted(floor)]:
            assert kind == oracle.basra(card, floor, options), (card, floor, options)


def test_whole_floor_is_the_only_capture_where_it_can_be_taken() -> None:
    rng = random.Random("whole floors")
    whole = 0
    for _ in range(4000):
        card, floor = random_floor(rng)
        found = legal_captures(card, floor, Options())
        if any(len(capture) == len(floor) for capture in found):
            whole += 1
            assert len(found) == 1
    assert whole > 300


def test_captures_come_in_text_order_without_doubles() -> None:
    floor = parse_cards("2C 2D 2S 3H 3S 4C 4H 5C 5H 6S 7C 8D 9C AC AD AH")
    found = list(map(sorted, legal_captures(Card("TC"), floor, Options())))
    assert found == sorted(found)
    assert len({tuple(codes) for codes in found}) == len(found) > 50


@pytest.mark.parametrize(
    ("card", "floor"),
    [
        ("TC", "2C 2D 2H 3D 3H 4H 4S 5H 6C 6S 7C 8C 8D 9C AD AH"),
        ("TC", "2C 2D 2H 3D 3H 4D 4S 5H 5S 6D 7C 8D 9S AC AD AS"),
        ("9C", "2D 2H 3C 3D 3S 4D 4S 5S 6C 6H 7H 8C 8H AC AD AS"),
        ("TC", "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 4C 4D 4H 4S"),
        ("TC", "AC AD AH AS 2C 2D 2H 2S 3C 3D 3H 3S 9C 9D 9H 9S"),
    ],
)
def test_a_floor_of_sixteen_is_answered_within_a_second(card: str, floor: str) -> None:
    started = time.process_time()
    found = legal_captures(Card(card), parse_cards(floor), Options())
    assert found
    assert time.process_time() - started < 1
