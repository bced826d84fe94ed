"""How a capture splits into what is said of it: cards taken singly, and sums."""

from collections.abc import Collection, Iterator, Sequence

from games.engine.cards import KOMI, SWEEPERS, Card
from games.engine.options import Options

Group = tuple[Card, ...]


def split_groups(card: Card, take: Collection[Card], options: Options) -> tuple[Group, ...]:
    """The capture in disjoint groups (R2.3): its own rank and the floor komi first, then sums.

    For a jack or komi played, which adds nothing up, each card is a group.
    """
    cards = sorted(take, key=lambda on_floor: (_value(on_floor), on_floor))
    singles = [on_floor for on_floor in cards if _is_single(on_floor, card, options)]
    others = [on_floor for on_floor in cards if on_floor not in singles]
    sums = _split_sums(others, _value(card)) or ()
    return (*((single,) for single in singles), *sorted(sums, key=_lowest_first))


def _is_single(on_floor: Card, card: Card, options: Options) -> bool:
    if card in SWEEPERS or on_floor.rank == card.rank:
        return True
    return on_floor == KOMI and options.burnt_komi == "any"


def _split_sums(cards: Sequence[Card], value: int) -> tuple[Group, ...] | None:
    """One way to part cards, lowest first, into sums of `value`; None if there is none.

    It begins with the highest card, which the fewest others complete.
    """
    if not cards:
        return ()
    *rest, highest = cards
    for partners in _list_sums(rest, value - _value(highest)):
        others = _split_sums([card for card in rest if card not in partners], value)
        if others is not None:
            return ((*partners, highest), *others)
    return None


def _list_sums(cards: Sequence[Card], total: int) -> Iterator[Group]:
    """Every choice among cards, lowest first, that adds up to `total`."""
    if total == 0:
        yield ()
    for place, card in enumerate(cards):
        if _value(card) > total:
            return
        for others in _list_sums(cards[place + 1 :], total - _value(card)):
            yield (card, *others)


def _lowest_first(group: Group) -> tuple[int, Group]:
    return _value(group[0]), group


def _value(card: Card) -> int:
    return card.value or 0
