"""What a mail says, before it is text or HTML."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

NO_LINK = "#"


@dataclass(frozen=True, slots=True)
class Score:
    """Numbers beside each other, the reader's first; each row is a label and two numbers."""

    title: str
    mine: str
    theirs: str
    rows: Sequence[tuple[str, int, int]]


@dataclass(frozen=True, slots=True)
class Waiting:
    """Another game in which it is the reader's turn."""

    name: str
    until: str
    url: str


@dataclass(frozen=True, slots=True)
class HandLink:
    """A card that the reader holds, and the page that plays it."""

    card: str
    url: str


@dataclass(frozen=True, slots=True)
class Highlight:
    """Until when whose turn lasts, or of an offer what the two would agree on.

    `first` is what the eye should catch; either may be empty.
    """

    first: str = ""
    rest: str = ""

    def __str__(self) -> str:
        return f"{self.first} {self.rest}".strip()


@dataclass(frozen=True, slots=True)
class Letter:
    """One mail in the words of its reader; names in it are isolated, cards are in words.

    `floor` is None where no table is shown. `hand` is for the reader alone. `ways` are what else
    one can do, each a label and an address.
    """

    subject: str
    headline: str
    paragraphs: Sequence[str]
    button: str
    url: str
    why: str
    terms: Highlight | None = None
    floor: Sequence[str] | None = None
    score: Score | None = None
    hand: Sequence[HandLink] = ()
    others: Sequence[Waiting] = ()
    ways: Sequence[tuple[str, str]] = ()

    def without_links(self) -> "Letter":
        """The same for eyes that may not follow them, nor see a hand."""
        return replace(
            self,
            url=NO_LINK,
            hand=(),
            others=[replace(other, url=NO_LINK) for other in self.others],
            ways=[(label, NO_LINK) for label, _url in self.ways],
        )
