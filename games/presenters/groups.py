"""How a capture splits into what is said of it: cards taken singly, and sums."""

from collections.abc import Collection, Iterable
from itertools import combinations

from games.engine.cards import KOMI, Card
from games.engine.options import Options

Group = tuple[Card, ...]


def split_groups(card: Card, take: Collection[Card], options: Options) -> tuple[Group, ...]:
    """The capture in disjoint groups (R2.3): its own rank and the floor komi first, then sums.

    For a jack or komi played, which adds nothing up, each card is a group.
    """
    cards = sorted(take, key=lambda on_floor: (on_floor.value or 0, on_floor))
    singles = [on_floor for on_floor in cards if _is_single(on_floor, card, options)]
    others = [on_floor for on_floor in cards if on_floor not in singles]
    sums = _split_sums(others, card.value or 0)
    if sums is None:
        sums = tuple((on_floor,) for on_floor in others)
    return tuple((single,) for single in singles) + sums


def _is_single(on_floor: Card, card: Card, options: Options) -> bool:
    return on_floor.rank == card.rank or (on_floor == KOMI and options.burnt_komi == "any")


def _split_sums(cards: list[Card], value: int) -> tuple[Group, ...] | None:
    """One way to part the cards into sums of `value`; None if there is none."""
    if not cards:
        return ()
    first, rest = cards[0], cards[1:]
    for size in range(1, len(cards)):
        for partners in combinations(rest, size):
            if _total((first, *partners)) != value:
                continue
            others = _split_sums([card for card in rest if card not in partners], value)
            if others is not None:
                return ((first, *partners), *others)
    return None


def _total(cards: Iterable[Card]) -> int:
    return sum(card.value or 0 for card in cards)
