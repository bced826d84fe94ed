"""The rules in plain words, under the numbers of `docs/rules.md`; the rules page prints them."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.presenters.rule_examples import EXAMPLES, Example

Text = str | Promise


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One numbered paragraph, such as R2.3."""

    number: str
    texts: tuple[Text, ...]

    @property
    def examples(self) -> tuple[Example, ...]:
        return EXAMPLES.get(self.number, ())


@dataclass(frozen=True, slots=True)
class Section:
    """Paragraphs under one heading; the anchor is the first part of their numbers."""

    anchor: str
    title: Text
    paragraphs: tuple[Paragraph, ...]


def _section(anchor: str, title: Text, *texts: Text | tuple[Text, ...]) -> Section:
    return Section(anchor, title, tuple(_numbered(anchor, texts)))


def _numbered(anchor: str, texts: tuple[Text | tuple[Text, ...], ...]) -> Iterator[Paragraph]:
    for position, text in enumerate(texts, start=1):
        parts = text if isinstance(text, tuple) else (text,)
        yield Paragraph(f"{anchor}.{position}", parts)


THE_DEAL = _section(
    "R1",
    _("The deal"),
    _(
        "Two players, a pack of 52. Four cards are laid face up: that is the floor. Then four "
        "cards go to the one who did not deal and four to the dealer, from the top of the pack. "
        "When both hands are empty, four each again, in the same order, until the pack is gone. "
        "The floor never gets another card from the pack."
    ),
    (
        _(
            "A jack or the komi does not stay among the first four. The leftmost of them goes "
            "to the bottom of the pack and the top card takes its place, before the next one is "
            "looked at. So the last four cards of the pack are the dealer’s last hand."
        ),
        _("A game may be set to keep them where they fall."),
    ),
    _(
        "Who did not deal leads every deal. The first dealer is drawn with the first shuffle; "
        "after that the deal changes sides each round."
    ),
    _(
        "A game may be set to begin with two cards on the floor instead of four. Then a round "
        "has fifty plays, and the last deal is one card each."
    ),
    _(
        "Open to both at any time: the floor, the cards buried at the bottom, who deals, every "
        "play and what it took, and how many cards lie in piles, hands and pack. Hidden until "
        "the round is over: the other hand, and the rest of the pack."
    ),
)

A_TURN = _section(
    "R2",
    _("A turn"),
    _("Play exactly one card from your hand. There is no pass."),
    (
        _(
            "If your card can take, it must, and it takes as much as it can: never a part of "
            "what one capture would hold. Where there are several such captures, you say which."
        ),
        _(
            "Captures that differ only in suits are still different; the page may show them as "
            "one where nothing else differs. A game may be set so that the house chooses: the "
            "capture with most cards, and among equals the one whose card codes come first."
        ),
    ),
    _(
        "Same rank and sums are taken together: an 8 takes every 8, and all numbers that add "
        "up to 8. An ace counts one. No card counts in two groups."
    ),
    _(
        "A queen takes queens and a king takes kings, all of them at once. They have no number, "
        "so no sum takes a court card and no court card takes a sum."
    ),
    _("A jack takes the whole floor. On a bare floor it stays lying there: it is burnt."),
    _(
        "So does the komi, the 7 of diamonds: it takes the whole floor, never a part. On a bare "
        "floor it stays, burnt."
    ),
    _("A jack lying on the floor is taken only by another jack or by the komi."),
    _(
        "The komi lying on the floor is taken by any card, and is in no sum. In the Levant rules "
        "it is a seven like the others: a seven takes it, and it may be part of a sum."
    ),
    _(
        "What you play and what it takes go to your pile. If it takes nothing, your card stays "
        "on the floor."
    ),
)

BASRA = _section(
    "R3",
    _("Basra"),
    _("An ordinary card that takes everything on the floor makes a plain basra."),
    (
        _(
            "A jack makes a basra only by taking a lone jack: a jack basra. Any other sweep by a "
            "jack is none, but for R3.4."
        ),
        _(
            "The komi on a lone jack makes a jack basra too. Levant knows neither. A game may be "
            "set otherwise: then it is a plain basra, or none."
        ),
    ),
    _(
        "The komi may stand for any rank. If one rank from ace to 10 would take the whole floor "
        "of numbers, its sweep is a plain basra; so it is on queens only or kings only. On "
        "anything else it is just a sweep. Levant counts instead: the numbers must add up to "
        "ten at most, and court cards make none."
    ),
    _(
        "Any card that takes the lone komi from the floor makes a komi basra, a jack as well, "
        "however the komi came there. In the Levant rules a seven makes a plain basra of it "
        "and a jack none."
    ),
    _(
        "One play makes one basra at most. A game may be set so that the very last play of a "
        "round makes none."
    ),
)

THE_END = _section(
    "R4",
    _("The end of a round"),
    _(
        "After the last play, the cards left on the floor go to whoever captured last. That is "
        "never a basra. If nobody captured at all, they count for nobody."
    ),
    _(
        "More cards in the pile: 30 points, and none for the other. With equal piles nobody gets "
        "them; in the Levant rules they are added to the next round’s, again and again if need "
        "be, and what is still open when the match ends is lost."
    ),
    _(
        "Points are written down only when the round is over: most cards, basras and, in the "
        "Levant rules, points for single cards."
    ),
)

THE_MATCH = _section(
    "R5",
    _("The match"),
    _(
        "We look after whole rounds only. Who reaches the target has won; if both do, the higher "
        "total; if they are equal, another full round, until one is ahead."
    ),
    _(
        "Play a single round, or to 61, 121 or 151, or to any number from 10 to 1000. Against "
        "the computer 121 is usual. A single round that ends equal plays another."
    ),
    _(
        "Guests play without an account. Games, points and basras are kept as your score once "
        "you have one. Nothing is posted anywhere: you share a result by its link."
    ),
)

SECTIONS = (THE_DEAL, A_TURN, BASRA, THE_END, THE_MATCH)
