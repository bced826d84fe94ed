"""Which numerals go together: the arithmetic of R2.3, on values alone.

Cards of one rank are interchangeable here, so the search runs over how many there are of each
value: a few thousand states at the very most, where sets of cards would be many times that.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations, product

Counts = tuple[int, ...]
"""How many numerals there are of each value: index 0 is the ace, index 8 the nine."""

Places = tuple[int, ...]


@lru_cache(maxsize=1 << 14)
def maximal_sums(value: int, numbers: tuple[int, ...]) -> tuple[Places, ...]:
    """Which of the numbers (all below `value`) go together: each largest set of places that splits
    into groups adding up to `value`. No set at all where nothing adds up.

    Keep `numbers` in order: what was found once is remembered.
    """
    available = tuple(numbers.count(number) for number in range(1, 10))
    return tuple(
        places
        for counts in _maximal_counts(value, available)
        if any(counts)
        for places in _places(counts, numbers)
    )


def _places(counts: Counts, numbers: tuple[int, ...]) -> Iterator[Places]:
    """Every choice of places that has so many numbers of each value."""
    choices = [
        combinations([place for place, number in enumerate(numbers) if number == value], count)
        for value, count in enumerate(counts, start=1)
        if count
    ]
    for parts in product(*choices):
        yield tuple(sorted(place for part in parts for place in part))


def _maximal_counts(value: int, available: Counts) -> tuple[Counts, ...]:
    """The counts, not to be enlarged, that split into groups adding up to `value`."""
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
    """Every way to add up to `value` with the available numbers."""
    found: list[Counts] = []

    def extend(index: int, rest: int, chosen: Counts) -> None:
        if index == 9:
            if rest == 0:
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
