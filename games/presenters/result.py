"""A game that is over, as one of its two players reads it, or a spectator."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.presenters.acts import describe_act
from games.presenters.people import Person


@dataclass(frozen=True, slots=True)
class RoundLine:
    """One round: `points` and the `totals` after it, the reader's first; no points if cut off.

    `url` leads to its bill, and is empty where there is none.
    """

    number: int
    points: tuple[int, int] | None
    totals: tuple[int, int]
    url: str


@dataclass(frozen=True, slots=True)
class ResultSide:
    """One of the two and the points booked."""

    person: Person
    total: int
    has_won: bool
    is_reader: bool

    @property
    def name(self) -> str:
        return _("You") if self.is_reader else self.person.name


@dataclass(frozen=True, slots=True)
class Result:
    """`sides` begin with the reader's own, `rounds` are all that were dealt.

    `actor` is who resigned or called the game off; a game that `is_void` counts for nobody.
    """

    sides: tuple[ResultSide, ResultSide]
    ended_by: str
    is_void: bool
    actor: ResultSide | None
    target: int
    rounds: tuple[RoundLine, ...]

    @property
    def headline(self) -> str:
        winner = next((side for side in self.sides if side.has_won), None)
        if winner is None:
            return _("No winner") if self.is_void else _("A draw")
        if winner.is_reader:
            return _("You win")
        return _("%(name)s wins") % {"name": winner.person.at_start}

    @property
    def title(self) -> str:
        """The names and the score, for a tab and for who is sent the address."""
        names = {"near": self.sides[0].person.name, "far": self.sides[1].person.name}
        totals = {"mine": self.sides[0].total, "theirs": self.sides[1].total}
        return _("%(near)s and %(far)s, %(mine)d to %(theirs)d") % {**names, **totals}

    @property
    def reason(self) -> str:
        """By what the game ended, in a sentence."""
        if self.ended_by == "played":
            return self._tell_played()
        if self.actor is not None:
            return describe_act(
                self.ended_by, actor=None if self.actor.is_reader else self.actor.person
            )
        if self.ended_by == "staff" and self.is_void:
            return _("Ended by the staff of this site, without a result.")
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
