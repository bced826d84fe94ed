"""Sentences that hold cards: a card stands in the text as `[8S]`.

Whoever prints the text decides what becomes of it: a chip on a page, words for who listens.
"""

import re
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.presenters.cards import card_name

CARD_IN_TEXT = re.compile(r"\[([A-Z0-9][CDHS])\](\+?)")


def mark(card: str) -> str:
    return f"[{card}]"


def mark_all(cards: Iterable[str], joint: str = " ") -> str:
    """The cards of a text side by side; joint "+" says that their numbers are added up."""
    return joint.join(map(mark, cards))


def join_words(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(parts) < 2:
        return "".join(parts)
    return _("%(first)s and %(last)s") % {"first": ", ".join(parts[:-1]), "last": parts[-1]}


def in_words(text: str) -> str:
    """The text as it is spoken: "8 of spades takes 8 of hearts"."""
    return CARD_IN_TEXT.sub(lambda found: card_name(found[1]) + (" " if found[2] else ""), text)
