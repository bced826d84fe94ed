"""What each card of the hand would do, said before it is played."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.capture import Basra, basra_kind
from games.engine.cards import JACKS, KOMI, SWEEPERS, Card, format_cards
from games.engine.options import Options
from games.engine.view import Choice, SeatView
from games.engine.worth import points_for_basra
from games.presenters.cards import rank_name
from games.presenters.groups import split_groups
from games.presenters.plays import name_basra
from games.presenters.sentences import join_words, mark, mark_all

MOST_CHIPS_OF_WHAT_STAYS = 2


@dataclass(frozen=True, slots=True)
class Way:
    """One of several captures that a card may take."""

    id: str
    take: str
    text: str
    size: str
    leaves: str


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card in hand: what it does in words, and the ways to choose from where it has several.

    `take` is what goes with its play where there is one way for the reader, which may stand for
    several that differ in suits only.
    """

    place: int
    code: str
    does: str
    stays: str
    basra: str
    act: str
    take: str = ""
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class FloorCard:
    """A card on the floor; `marks` names the hand cards and ways that would take it."""

    code: str
    marks: str


@dataclass(frozen=True, slots=True)
class Preview:
    hand: tuple[HandCard, ...]
    floor: tuple[FloorCard, ...]


def preview_turn(view: SeatView) -> Preview:
    """The hand with its sentences and the floor with its marks; bare where it is not the turn."""
    marks: dict[Card, list[str]] = {card: [] for card in view.floor}
    choices = {card: list(found) for card, found in groupby(view.choices, lambda c: c.card)}
    hand = []
    for place, card in enumerate(view.hand, start=1):
        ways = _merge_equal(choices.get(card, ()), view.options)
        _mark_floor(marks, ways, place)
        hand.append(_present_card(card, ways, place=place, view=view))
    floor = tuple(FloorCard(card, " ".join(found)) for card, found in marks.items())
    return Preview(tuple(hand), floor)


def _merge_equal(choices: Iterable[Choice], options: Options) -> list[Choice]:
    """The largest capture first; of those that differ only in suits which matter to nothing, one.

    What a suit can matter to: the komi, and the cards that count points.
    """
    special = {KOMI, "2C", "TD"} if options.card_points != "none" else {KOMI}
    seen: dict[object, Choice] = {}
    for choice in choices:
        ranks = tuple(sorted(card.rank for card in choice.take))
        seen.setdefault((ranks, frozenset(choice.take & special)), choice)
    return sorted(seen.values(), key=lambda choice: -len(choice.take))


def _mark_floor(marks: dict[Card, list[str]], ways: Sequence[Choice], place: int) -> None:
    for number, choice in enumerate(ways, start=1):
        name = f"t{place}" if len(ways) == 1 else f"w{place}{number}"
        for card in choice.take:
            marks[card].append(name)


def _present_card(card: Card, ways: Sequence[Choice], *, place: int, view: SeatView) -> HandCard:
    if not ways:
        return HandCard(place, card, does="", stays="", basra="", act="")
    if len(ways) > 1:
        return _present_several(card, ways, place=place, options=view.options)
    choice = ways[0]
    return HandCard(
        place=place,
        code=card,
        does=_say_what_it_does(choice, view),
        stays=_say_what_stays(choice, view.options),
        basra=_say_basra(choice.basra, view.options),
        act=_say_act(choice),
        take=_write_take(choice),
    )


def _present_several(
    card: Card, ways: Sequence[Choice], *, place: int, options: Options
) -> HandCard:
    does = ngettext(
        "%(card)s can take in %(count)d way.", "%(card)s can take in %(count)d ways.", len(ways)
    )
    return HandCard(
        place=place,
        code=card,
        does=does % {"card": mark(card), "count": len(ways)},
        stays=_("Choose one."),
        basra="",
        act=_say_act(ways[0]),
        ways=tuple(
            _present_way(choice, f"w{place}{number}", options)
            for number, choice in enumerate(ways, start=1)
        ),
    )


def _present_way(choice: Choice, ident: str, options: Options) -> Way:
    count = len(choice.take)
    leaves = mark_all(choice.leaves)
    return Way(
        id=ident,
        take=_write_take(choice),
        text=_say_groups(choice, options),
        size=ngettext("%(count)d card", "%(count)d cards", count) % {"count": count},
        leaves=_("leaves %(cards)s") % {"cards": leaves} if leaves else "",
    )


def _write_take(choice: Choice) -> str:
    return format_cards(sorted(choice.take))


def _say_groups(choice: Choice, options: Options) -> str:
    groups = split_groups(choice.card, choice.take, options)
    return join_words([mark_all(group, "+") for group in groups])


def _say_what_it_does(choice: Choice, view: SeatView) -> str:
    card = mark(choice.card)
    if not choice.take:
        return _("%(card)s takes nothing") % {"card": card}
    if choice.card in SWEEPERS and len(choice.take) > 1:
        words = {"card": card, "count": len(choice.take)}
        return (
            ngettext(
                "%(card)s sweeps %(count)d\u00a0card.",
                "%(card)s sweeps all %(count)d\u00a0cards.",
                len(choice.take),
            )
            % words
        )
    taken = _say_groups(choice, view.options)
    if choice.leaves:
        return _("%(card)s takes %(taken)s.") % {"card": card, "taken": taken}
    return _("%(card)s takes %(taken)s, the whole floor.") % {"card": card, "taken": taken}


def _say_what_stays(choice: Choice, options: Options) -> str:
    if not choice.take:
        return _("and stays on the floor.")
    if choice.leaves:
        return _say_left(choice.leaves)
    return "" if choice.basra else _say_why_no_basra(choice, options)


def _say_left(leaves: Sequence[Card]) -> str:
    if len(leaves) > MOST_CHIPS_OF_WHAT_STAYS:
        return ngettext("%(count)d\u00a0card stays.", "%(count)d\u00a0cards stay.", len(leaves)) % {
            "count": len(leaves)
        }
    cards = join_words([mark(card) for card in leaves])
    return ngettext("%(cards)s stays.", "%(cards)s stay.", len(leaves)) % {"cards": cards}


def _say_why_no_basra(choice: Choice, options: Options) -> str:
    """Of a whole floor that was taken; in the order of R3.5, R3.2, R3.3."""
    floor = sorted(choice.take)
    if basra_kind(choice.card, floor, floor, options):
        return _("The last card of a round makes no basra.")
    is_lone_jack = len(floor) == 1 and floor[0] in JACKS
    if choice.card in JACKS:
        return (
            _("No jack basra by these rules.") if is_lone_jack else _("A jack’s sweep is no basra.")
        )
    if is_lone_jack:
        return _("By these rules the komi makes no basra on a jack.")
    return _say_why_komi_makes_none(floor, options)


def _say_why_komi_makes_none(floor: Sequence[Card], options: Options) -> str:
    """R3.3, for a floor of more than a jack."""
    if {card.rank for card in floor} in ({"Q"}, {"K"}):
        return _("By these rules the komi makes no basra on queens or kings.")
    if options.komi_basra == "total_ten" and all(card.value for card in floor):
        return _("No basra: that floor adds up to more than ten.")
    return _("No basra: that floor is more than one card could take.")


def _say_basra(kind: Basra | None, options: Options) -> str:
    if kind is None:
        return ""
    points = points_for_basra(kind, options)
    return _("%(basra)s, %(points)d") % {"basra": name_basra(kind), "points": points}


def _say_act(choice: Choice) -> str:
    if choice.card == KOMI:
        return _("Play the komi") if choice.take else _("Lay the komi")
    words = {"rank": rank_name(choice.card)}
    return _("Play the %(rank)s") % words if choice.take else _("Lay the %(rank)s") % words
