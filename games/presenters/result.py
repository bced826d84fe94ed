"""A match that is over, as one of its two players reads it."""

from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.people import Person


class Ending(StrEnum):
    """How a match ended, for the reader."""

    WON = "won"
    LOST = "lost"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round: `points` and the `totals` after it, the reader's first; no points if cut off."""

    number: int
    points: tuple[int, int] | None
    totals: tuple[int, int]
    url: str


@dataclass(frozen=True, slots=True)
class Result:
    """`rounds` are all that were dealt."""

    you: Person
    them: Person
    ending: Ending
    ended_by: str
    totals: tuple[int, int]
    target: int
    rounds: tuple[RoundLine, ...]

    @property
    def headline(self) -> str:
        if self.ending is Ending.WON:
            return _("You win")
        if self.ending is Ending.LOST:
            return _("%(name)s wins") % {"name": self.them.at_start}
        return _("No winner")

    @property
    def reason(self) -> str:
        """By what the match ended, in a sentence."""
        if self.ended_by == "played":
            return self._tell_played()
        words = {"name": self.them.at_start}
        if self.ended_by == "resign":
            won = self.ending is Ending.WON
            return _("%(name)s resigned.") % words if won else _("You resigned.")
        return {
            "time": _("Time ran out."),
            "idle": _("Put away after a long time without a play."),
            "staff": _("Decided by the staff of this site."),
        }.get(self.ended_by, _("Put away without a result."))

    def _tell_played(self) -> str:
        count = len(self.rounds)
        if not self.target:
            return ngettext("A single round.", "After %(count)d rounds.", count) % {"count": count}
        return ngettext(
            "Played to %(target)d, in %(count)d round.",
            "Played to %(target)d, in %(count)d rounds.",
            count,
        ) % {"target": self.target, "count": count}
