"""The rules of capture and basra a second time, by brute force: every subset, every partition.

Written from docs/rules.md alone; it shares nothing with the engine but the codes of cards.
"""

from collections.abc import Sequence

from games.engine.options import Options

NUMBERS = dict(zip("A23456789T", range(1, 11), strict=True))


def captures(card: str, floor: Sequence[str], options: Options) -> list[list[str]]:
    """Every legal capture, each as a sorted list."""
    if not floor:
        return []
    if card[0] == "J" or card == "7D":
        return [sorted(floor)]
    maximal = captures_as(card[0], floor, options)
    if options.capture_choice == "largest":
        maximal = sorted(maximal, key=lambda codes: (-len(codes), codes))[:1]
    return sorted(maximal)


def captures_as(rank: str, floor: Sequence[str], options: Options) -> list[list[str]]:
    """The maximal captures of a card of that rank that is neither jack nor komi."""
    every = range(1 << len(floor))
    groups = [some for some in every if is_group(rank, pick(floor, some), options)]
    splits = {0}
    for some in every:
        if any(group & some == group and some - group in splits for group in groups):
            splits.add(some)
    found = splits - {0}
    return [
        sorted(pick(floor, some))
        for some in found
        if not any(other != some and other & some == some for other in found)
    ]


def is_group(rank: str, cards: list[str], options: Options) -> bool:
    komi_alone = options.burnt_komi == "any"
    if len(cards) == 1:
        return cards[0][0] == rank or (komi_alone and cards[0] == "7D")
    if komi_alone and "7D" in cards:
        return False
    numbers = [NUMBERS.get(card[0]) for card in cards]
    return None not in numbers and sum(numbers) == NUMBERS.get(rank) and len(cards) >= 2


def pick(floor: Sequence[str], some: int) -> list[str]:
    return [card for place, card in enumerate(floor) if some >> place & 1]


def basra(card: str, floor: Sequence[str], options: Options) -> str | None:
    """The basra when the card takes the whole floor."""
    if captures(card, floor, options) != [sorted(floor)]:
        return None
    ranks = {on_floor[0] for on_floor in floor}
    if list(floor) == ["7D"] and options.burnt_komi == "any":
        return "komi"
    if len(floor) == 1 and ranks == {"J"}:
        if card == "7D":
            return {"jack": "jack", "plain": "plain", "none": None}[options.komi_on_lone_jack]
        return "jack" if options.jack_basra else None
    if card[0] == "J":
        return None
    if card == "7D":
        return "plain" if komi_counts(floor, ranks, options) else None
    return "plain"


def komi_counts(floor: Sequence[str], ranks: set[str], options: Options) -> bool:
    if ranks in ({"Q"}, {"K"}):
        return options.komi_on_court
    if ranks & set("JQK"):
        return False
    if options.komi_basra == "total_ten":
        return sum(NUMBERS[card[0]] for card in floor) <= 10
    return any(captures_as(rank, floor, options) == [sorted(floor)] for rank in NUMBERS)
