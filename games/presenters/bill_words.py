"""Sentences of a bill: why points and cards went where they went."""

from collections.abc import Iterable, Iterator, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.options import Options
from games.engine.scoring import RoundScore
from games.engine.worth import CLASSIC_CARD_POINTS
from games.presenters.people import Person
from games.presenters.sentences import mark, mark_all


def tell_leftovers(cards: Sequence[str], taker: Person | None) -> str:
    """Who got the cards left on the floor (R4.1); `taker` is None where it is the reader."""
    count = len(cards)
    words = {"count": count, "cards": mark_all(cards)}
    if taker is None:
        sentence = ngettext(
            "The last card on the floor, %(cards)s, went to you, who took last.",
            "The last %(count)d cards on the floor, %(cards)s, went to you, who took last.",
            count,
        )
        return sentence % words
    sentence = ngettext(
        "The last card on the floor, %(cards)s, went to %(name)s, who took last.",
        "The last %(count)d cards on the floor, %(cards)s, went to %(name)s, who took last.",
        count,
    )
    return sentence % {**words, "name": taker.in_sentence}


def tell_majority(score: RoundScore, options: Options, *, carried: int) -> Iterator[str]:
    """Why the majority went where it went, and what was carried into it or out of it (R4.2)."""
    if carried:
        yield _("%(points)d, and %(carried)d carried into this round.") % {
            "points": options.majority_points,
            "carried": carried,
        }
    if score.cards.first != score.cards.second:
        return
    if score.carried:
        yield _("Equal piles: %(carried)d carried to the next round.") % {"carried": score.carried}
    else:
        yield _("Equal piles: for nobody.")


def tell_card_points(pile: Iterable[str]) -> str:
    """ "[AC] [JD], 1 each; [2C] 2; [TD] 3", of the cards that are there."""
    cards = sorted(card for card in pile if card in CLASSIC_CARD_POINTS)
    ones = [card for card in cards if CLASSIC_CARD_POINTS[card] == 1]
    others = [card for card in cards if card not in ones]
    if len(ones) == 1:
        return _list_points([*ones, *others])
    together = _("%(cards)s, 1 each") % {"cards": mark_all(ones)} if ones else ""
    return "; ".join(filter(None, (together, _list_points(others))))


def _list_points(cards: Iterable[str]) -> str:
    return "; ".join(f"{mark(card)} {CLASSIC_CARD_POINTS[card]}" for card in cards)


def tell_need(points: int, target: int, person: Person | None) -> str:
    """How far it still is; `person` is None where it is the reader."""
    words = {"points": points, "target": target}
    if person is None:
        return _("You need %(points)d more for %(target)d.") % words
    return _("%(name)s needs %(points)d more for %(target)d.") % {
        **words,
        "name": person.at_start,
    }
