"""What a played card takes, and whether that is a basra: a pure function of card and floor."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache

from games.engine.cards import JACKS, KOMI, PACK, SWEEPERS, VALUES, Card
from games.engine.options import Options
from games.engine.sums import maximal_sums

Capture = frozenset[Card]


class Basra(StrEnum):
    """The three kinds of basra (R3)."""

    PLAIN = "plain"
    JACK = "jack"
    KOMI = "komi"


def legal_captures(card: Card, floor: Sequence[Card], options: Options) -> tuple[Capture, ...]:
    """Every capture from which the player may choose (R2.2), in text order.

    Empty where the card takes nothing and stays on the floor.
    """
    if card in SWEEPERS:
        return (frozenset(floor),) if floor else ()
    alone, summable = _reach(card, options.burnt_komi)
    sure = alone.intersection(floor)
    loose = summable.intersection(floor)
    sums = _sums_of(card, loose) if len(loose) > 1 else ()
    if not sums:
        return (sure,) if sure else ()
    captures = sorted((sure | taken for taken in sums), key=sorted)
    if options.capture_choice == "largest":
        return (max(captures, key=len),)
    return tuple(captures)


@cache
def _reach(card: Card, burnt_komi: str) -> tuple[Capture, Capture]:
    """What the card takes by itself (its rank, and the floor komi by R2.8), and what in sums."""
    alone = {other for other in PACK if other.rank == card.rank}
    if burnt_komi == "any":
        alone.add(KOMI)
    value = card.value or 0
    summable = {other for other in PACK if other.value and other.value < value}
    return frozenset(alone), frozenset(summable - alone)


def basra_kind(
    card: Card, floor: Sequence[Card], taken: Iterable[Card], options: Options
) -> Basra | None:
    """The basra that `card` makes by taking `taken` from `floor`, or None (R3.1 to R3.4)."""
    if not floor or len(frozenset(taken)) != len(floor):
        return None
    if options.burnt_komi == "any" and tuple(floor) == (KOMI,):
        return Basra.KOMI
    if card == KOMI:
        return _played_komi_basra(floor, options)
    if card in JACKS:
        lone_jack = len(floor) == 1 and floor[0] in JACKS
        return Basra.JACK if lone_jack and options.jack_basra else None
    return Basra.PLAIN


def _played_komi_basra(floor: Sequence[Card], options: Options) -> Basra | None:
    """R3.2 (last sentence) and R3.3."""
    if len(floor) == 1 and floor[0] in JACKS:
        kind = options.komi_on_lone_jack
        return None if kind == "none" else Basra(kind)
    numbers = [VALUES[card.rank] for card in floor if card.rank in VALUES]
    if len(numbers) == len(floor):
        return Basra.PLAIN if _komi_clears(numbers, options) else None
    one_court_rank = len({card.rank for card in floor}) == 1 and floor[0] not in JACKS
    return Basra.PLAIN if one_court_rank and options.komi_on_court else None


def _komi_clears(numbers: Sequence[int], options: Options) -> bool:
    """R3.3 (a), for a floor of numerals only."""
    if options.komi_basra == "total_ten":
        return sum(numbers) <= 10
    return any(_rank_clears(value, numbers) for value in VALUES.values())


def _rank_clears(value: int, numbers: Sequence[int]) -> bool:
    """Whether a card of that value would take them all."""
    loose = tuple(sorted(number for number in numbers if number != value))
    if loose and loose[-1] > value:
        return False
    return not loose or tuple(range(len(loose))) in maximal_sums(value, loose)


def _sums_of(card: Card, loose: Capture) -> Sequence[Capture]:
    """Each largest set of loose floor numerals that splits into sums of the card's value."""
    cards = sorted(loose)
    numbers = tuple([VALUES[on_floor[0]] for on_floor in cards])
    found = maximal_sums(VALUES[card[0]], numbers)
    return [frozenset([cards[place] for place in places]) for places in found]
