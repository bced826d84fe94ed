"""Which numerals go together: the arithmetic of R2.3, on how many cards there are of each value.

Cards of one rank are interchangeable here, so the search runs over counts: a few thousand states
at the very most, where sets of cards would be many times that.
"""

from collections.abc import Iterable
from functools import lru_cache

Counts = tuple[int, ...]
"""How many numerals there are of each value: index 0 is the ace, index 8 the nine."""

NO_COUNTS: Counts = (0,) * 9


def count_values(values: Iterable[int]) -> Counts:
    counts = [0] * 9
    for value in values:
        counts[value - 1] += 1
    return tuple(counts)


@lru_cache(maxsize=1 << 15)
def maximal_counts(value: int, available: Counts) -> tuple[Counts, ...]:
    """The counts, not to be enlarged, that split into sums of `value` of two or more numerals.

    `NO_COUNTS` alone where nothing adds up.
    """
    reached = {NO_COUNTS}
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

    def extend(index: int, rest: int, chosen: Counts) -> None:
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
