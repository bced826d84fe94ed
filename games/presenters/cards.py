"""How a card is called in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

KOMI = "7D"

RANKS = {
    "A": pgettext_lazy("card rank", "ace"),
    **{number: number for number in "23456789"},
    "T": "10",
    "J": pgettext_lazy("card rank", "jack"),
    "Q": pgettext_lazy("card rank", "queen"),
    "K": pgettext_lazy("card rank", "king"),
}
SUITS = {
    "C": pgettext_lazy("card suit", "clubs"),
    "D": pgettext_lazy("card suit", "diamonds"),
    "H": pgettext_lazy("card suit", "hearts"),
    "S": pgettext_lazy("card suit", "spades"),
}
KOMI_NAME = gettext_lazy("the komi, 7 of diamonds")


def rank_name(code: object) -> str:
    """The rank alone: "8", "queen"."""
    return str(RANKS[str(code)[0]])


def card_name(code: object) -> str:
    """The card in words, for who listens instead of looking: "8 of spades"."""
    text = str(code)
    if text == KOMI:
        return str(KOMI_NAME)
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[text[0]], "suit": SUITS[text[1]]}
