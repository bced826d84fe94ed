"""The examples that the rules page draws; a test plays each of them through the engine."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

Group = tuple[str, ...]
MOST_CARDS_OF_HALF_A_LINE = 3


@dataclass(frozen=True, slots=True)
class Capture:
    """One way to take: floor cards in the groups that the rules speak of."""

    groups: tuple[Group, ...]
    basra: str | None = None

    @property
    def cards(self) -> frozenset[str]:
        return frozenset(code for group in self.groups for code in group)


@dataclass(frozen=True, slots=True)
class Example:
    """A card played on a floor and every capture it may then take; none where it stays."""

    play: str
    floor: tuple[str, ...]
    captures: tuple[Capture, ...] = ()
    caption: str | Promise = ""
    preset: str = "basra-2"
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def basra(self) -> str | None:
        """The basra it makes, whichever way it takes."""
        return self.captures[0].basra if self.captures else None

    @property
    def is_wide(self) -> bool:
        """Whether the drawing needs the whole line."""
        return len(self.floor) > MOST_CARDS_OF_HALF_A_LINE or len(self.captures) > 1

    @property
    def ways(self) -> tuple[tuple[Capture, tuple[str, ...]], ...]:
        """Each capture with what it leaves on the floor, in the floor's order."""
        return tuple((capture, self.left_by(capture)) for capture in self.captures)

    def left_by(self, capture: Capture) -> tuple[str, ...]:
        return tuple(code for code in self.floor if code not in capture.cards)


def _example(
    play: str,
    floor: str,
    *takes: str,
    basra: str | None = None,
    caption: str | Promise = "",
    preset: str = "basra-2",
    **options: Any,
) -> Example:
    """`takes` are captures, their groups parted by a bar: "8H | AC 7S"."""
    captures = tuple(Capture(_groups(take), basra) for take in takes)
    return Example(play, tuple(floor.split()), captures, caption, preset, options)


def _groups(take: str) -> tuple[Group, ...]:
    return tuple(tuple(group.split()) for group in take.split("|"))


EXAMPLES: Mapping[str, tuple[Example, ...]] = {
    "R2.2": (
        _example(
            "TC",
            "2D 4C 4S 5D AD",
            "2D 4C 4S",
            "4C 5D AD",
            "4S 5D AD",
            caption=_("The 10 can take in three ways. You say which."),
        ),
        _example(
            "TC",
            "2D 4C 4S 5D AD",
            "2D 4C 4S",
            caption=_("The same floor with the house choosing: there is one way."),
            capture_choice="largest",
        ),
    ),
    "R2.3": (
        _example(
            "8S",
            "AC 7S KD 8H",
            "8H | AC 7S",
            caption=_("The 8 takes three cards: the other 8, and ace + 7. The king stays."),
        ),
        _example(
            "5C",
            "AH 2S 3D 4C",
            "AH 4C | 2S 3D",
            basra="plain",
            caption=_("Ace + 4 and 2 + 3, all four at once."),
        ),
    ),
    "R2.4": (
        _example(
            "QS",
            "QH 5C QD 7H",
            "QH | QD",
            caption=_("The queen takes both queens. The 5 and the 7 stay."),
        ),
        _example("KC", "TC 3D", caption=_("A king is no thirteen: it takes nothing and stays.")),
    ),
    "R2.5": (
        _example(
            "JH",
            "8D 3C QS KH",
            "8D 3C QS KH",
            caption=_("The jack sweeps all four cards."),
        ),
        _example("JH", "", caption=_("On a bare floor the jack stays: it is burnt.")),
    ),
    "R2.6": (
        _example(
            "7D",
            "QC 9H 2S",
            "QC 9H 2S",
            caption=_("The komi sweeps too. It may not take only a part."),
        ),
        _example("7D", "", caption=_("On a bare floor the komi is burnt like a jack.")),
    ),
    "R2.7": (
        _example(
            "5S", "JC 5D", "5D", caption=_("The 5 takes the 5. The burnt jack waits for its like.")
        ),
        _example(
            "JD",
            "JC 5S 2H",
            "JC 5S 2H",
            caption=_("Another jack takes it, with all the rest."),
        ),
    ),
    "R2.8": (
        _example("QC", "7D", "7D", basra="komi", caption=_("Any card lifts a burnt komi.")),
        _example(
            "9C",
            "7D 2C KH",
            "7D 2C",
            caption=_("Levant: the burnt komi is a seven, so 7 + 2 makes nine."),
            preset="levant",
        ),
    ),
    "R2.9": (_example("6H", "9S QC", caption=_("Nothing to take: the 6 stays on the floor.")),),
    "R3.1": (_example("7H", "4C 3D", "4C 3D", basra="plain", caption=_("4 + 3, and it is bare.")),),
    "R3.2": (
        _example("JH", "JS", "JS", basra="jack", caption=_("A jack on a lone jack.")),
        _example("JH", "JS 4D", "JS 4D", caption=_("Not alone: a sweep, no basra.")),
        _example(
            "7D", "JS", "JS", basra="jack", caption=_("The komi on a lone jack counts as one.")
        ),
        _example(
            "JH",
            "JS",
            "JS",
            caption=_("Levant knows no jack basra."),
            preset="levant",
        ),
    ),
    "R3.3": (
        _example(
            "7D",
            "TS 5C 4H AD",
            "TS | 5C 4H AD",
            basra="plain",
            caption=_("As a ten it takes the 10, and 5 + 4 + ace."),
        ),
        _example(
            "7D",
            "8C 7S AH",
            "8C | 7S AH",
            basra="plain",
            caption=_("As an eight it takes the 8, and 7 + ace."),
        ),
        _example(
            "7D",
            "AS 2D 7H 8D",
            "2D 7H | AS 8D",
            basra="plain",
            caption=_("As a nine it takes 2 + 7, and ace + 8."),
        ),
        _example(
            "7D",
            "QH QC",
            "QH | QC",
            basra="plain",
            caption=_("Queens only: it stands for a queen."),
        ),
        _example("7D", "5D 6C", "5D 6C", caption=_("No rank takes 5 and 6 together: a sweep.")),
        _example("7D", "KH 4S", "KH 4S", caption=_("A court card among numbers: a sweep.")),
        _example(
            "7D",
            "8C 7S AH",
            "8C 7S AH",
            caption=_("Levant counts to ten: 8 + 7 + 1 is more, so it is a sweep."),
            preset="levant",
        ),
    ),
    "R3.4": (
        _example("3C", "7D", "7D", basra="komi", caption=_("A 3 on the lone komi.")),
        _example("JS", "7D", "7D", basra="komi", caption=_("A jack as well.")),
        _example(
            "7C",
            "7D",
            "7D",
            basra="plain",
            caption=_("Levant: only a seven makes a basra there, and a plain one."),
            preset="levant",
        ),
    ),
    "warning": (
        _example("7D", "", caption=_("You lay the komi on a bare floor: it is burnt.")),
        _example(
            "4H", "7D", "7D", basra="komi", caption=_("The other side lifts it with a mere 4.")
        ),
    ),
}


@dataclass(frozen=True, slots=True)
class BuriedExample:
    """A floor before and after jacks and komi went to the bottom of the pack (R1.2)."""

    first_floor: tuple[str, ...] = ("JC", "JD", "5H", "9S")
    next_cards: tuple[str, ...] = ("JH", "2C", "3C")
    floor: tuple[str, ...] = ("2C", "3C", "5H", "9S")
    buried: tuple[str, ...] = ("JC", "JH", "JD")


BURIED = BuriedExample()


@dataclass(frozen=True, slots=True)
class KomiRow:
    """A line of the worked table: floors on which the komi does the same."""

    floor: str | Promise
    examples: tuple[tuple[str, ...], ...]
    outcome: str | Promise
    takes: bool = True
    basra: str | None = None


def _floors(*floors: str) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(floor.split()) for floor in floors)


KOMI_TABLE: Iterable[KomiRow] = (
    KomiRow(_("bare"), ((),), _("stays"), takes=False),
    KomiRow(
        _("one number, or one court card other than a jack"),
        _floors("4C", "QH", "KS"),
        _("takes it, plain basra"),
        basra="plain",
    ),
    KomiRow(
        _("queens only, or kings only"),
        _floors("QH QC", "KS KD KH"),
        _("takes them, plain basra"),
        basra="plain",
    ),
    KomiRow(_("one jack"), _floors("JC"), _("takes it, jack basra"), basra="jack"),
    KomiRow(_("a jack and others"), _floors("JC 4S", "JD QH"), _("takes all, no basra")),
    KomiRow(
        _("court card and numbers, or queen and king"),
        _floors("KH 4S", "QC KD"),
        _("takes all, no basra"),
    ),
    KomiRow(
        _("numbers that one rank clears"),
        _floors("TS 5C 4H AD", "8C 7S AH", "AS 2D 7H 8D", "3H 4C", "5S 5H"),
        _("takes all, plain basra"),
        basra="plain",
    ),
    KomiRow(_("numbers that no rank clears"), _floors("5D 6C", "9H TS"), _("takes all, no basra")),
)
