"""What a played card takes, and whether that is a basra: a pure function of card and floor."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from functools import lru_cache
from itertools import combinations, product

from games.engine.cards import JACKS, KOMI, SWEEPERS, VALUES, Card
from games.engine.options import Options

Capture = frozenset[Card]
Counts = tuple[int, ...]
"""How many loose floor numerals there are of each value: index 0 is the ace, index 8 the nine."""


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
    sure = frozenset(on_floor for on_floor in floor if _is_group(on_floor, card, options))
    captures = [sure | sums for sums in _maximal_sums(card, floor, options) if sure or sums]
    captures.sort(key=sorted)
    if options.capture_choice == "largest" and captures:
        return (max(captures, key=len),)
    return tuple(captures)


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
    values = [card.value for card in floor]
    if None not in values:
        numbers = [value for value in values if value is not None]
        return Basra.PLAIN if _komi_clears(numbers, options) else None
    one_court_rank = len({card.rank for card in floor}) == 1 and floor[0] not in JACKS
    return Basra.PLAIN if one_court_rank and options.komi_on_court else None


def _komi_clears(values: Sequence[int], options: Options) -> bool:
    """R3.3 (a), for a floor of numerals only."""
    if options.komi_basra == "total_ten":
        return sum(values) <= 10
    return any(_rank_clears(rank_value, values) for rank_value in VALUES.values())


def _rank_clears(rank_value: int, values: Sequence[int]) -> bool:
    if max(values) > rank_value:
        return False
    loose = _count(value for value in values if value != rank_value)
    return loose in _maximal_counts(rank_value, loose)


def _is_group(on_floor: Card, card: Card, options: Options) -> bool:
    """Whether the floor card is a group by itself: the same rank, or the floor komi (R2.8)."""
    return on_floor.rank == card.rank or (on_floor == KOMI and options.burnt_komi == "any")


def _maximal_sums(card: Card, floor: Sequence[Card], options: Options) -> Iterator[Capture]:
    """Each largest set of loose floor numerals that splits into sums of the card's value."""
    value = card.value
    by_value: list[list[Card]] = [[] for _ in range(9)]
    for on_floor in floor:
        number = on_floor.value
        if value and number and number < value and not _is_group(on_floor, card, options):
            by_value[number - 1].append(on_floor)
    counts = tuple(len(cards) for cards in by_value)
    for chosen in _maximal_counts(value or 0, counts):
        choices = [
            combinations(cards, number)
            for cards, number in zip(by_value, chosen, strict=True)
            if number
        ]
        for parts in product(*choices):
            yield frozenset(card for part in parts for card in part)


def _count(values: Iterable[int]) -> Counts:
    counts = [0] * 9
    for value in values:
        counts[value - 1] += 1
    return tuple(counts)


# Cards of one rank are interchangeable here, so the search runs over counts: a few hundred states
# at most, where sets of cards would be tens of thousands.
@lru_cache(maxsize=1 << 15)
def _maximal_counts(value: int, available: Counts) -> tuple[Counts, ...]:
    """The counts, not to be enlarged, that split into sums of `value` of two or more numerals."""
    reached: set[Counts] = {(0,) * 9}
    for group in _groups(value, available):
        grown = reached
        while grown:
            grown = {
                total for counts in grown if (total := _add(counts, group, available)) is not None
            }
            grown -= reached
            reached |= grown
    return tuple(
        counts
        for counts in reached
        if not any(counts != larger and _covers(larger, counts) for larger in reached)
    )


def _groups(value: int, available: Counts) -> tuple[Counts, ...]:
    """Every way to add up to `value` with two or more of the available numerals."""
    found: list[Counts] = []

    def extend(index: int, rest: int, chosen: tuple[int, ...]) -> None:
        if index == 9:
            if rest == 0 and sum(chosen) >= 2:
                found.append(chosen)
            return
        for number in range(min(available[index], rest // (index + 1)) + 1):
            extend(index + 1, rest - number * (index + 1), (*chosen, number))

    extend(0, value, ())
    return tuple(found)


def _add(counts: Counts, group: Counts, available: Counts) -> Counts | None:
    total = tuple(map(int.__add__, counts, group))
    return total if _covers(available, total) else None


def _covers(larger: Counts, smaller: Counts) -> bool:
    return all(map(int.__ge__, larger, smaller))
