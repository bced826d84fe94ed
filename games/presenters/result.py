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


def tell_score(first: int, second: int) -> str:
    """ "70 to 30"; empty where no points were booked, since nothing was won by them."""
    if not first and not second:
        return ""
    return _("%(first)d to %(second)d") % {"first": first, "second": second}


def add_score(words: str, score: str) -> str:
    return _("%(words)s, %(score)s") % {"words": words, "score": score} if score else words


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
    def winner_first(self) -> tuple[ResultSide, ResultSide]:
        """The sides; without a winner the reader's own stays in front."""
        near, far = self.sides
        return (far, near) if far.has_won else (near, far)

    @property
    def score(self) -> str:
        """The winner's points before the other's; empty where none were booked, or none count."""
        return "" if self.is_void else tell_score(*(side.total for side in self.winner_first))

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
        first, second = (side.person.name for side in self.winner_first)
        names = _("%(first)s and %(second)s") % {"first": first, "second": second}
        return add_score(names, self.score)

    @property
    def own_title(self) -> str:
        """The outcome and the score, for the reader's tab."""
        return add_score(self.headline, self.score)

    @property
    def reason(self) -> str:
        """By what the game ended, in a sentence."""
        if self.ended_by == "played":
            return self._tell_played()
        if self.actor is not None:
            return self._tell_act(None if self.actor.is_reader else self.actor.person)
        if self.ended_by == "staff" and self.is_void:
            return _("Ended by the staff of this site, without a result.")
        return {
            "time": _("Time ran out."),
            "idle": _("Put away after a long time without a play."),
            "staff": _("Decided by the staff of this site."),
        }.get(self.ended_by, _("Put away without a result."))

    def _tell_act(self, actor: Person | None) -> str:
        told = describe_act(self.ended_by, actor=actor)
        if self.ended_by == "time" and self.is_void:
            return f"{told} " + _("The first play never came, so the game is called off.")
        return told

    def _tell_played(self) -> str:
        count = len(self.rounds)
        if not self.target:
            return ngettext("A single round.", "After %(count)d rounds.", count) % {"count": count}
        return ngettext(
            "Played to %(target)d, in %(count)d round.",
            "Played to %(target)d, in %(count)d rounds.",
            count,
        ) % {"target": self.target, "count": count}
