"""The lists of a person's games, line by line."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.play import Turn
from games.presenters.deadline import Deadline, tell_left
from games.presenters.invitations import InvitationView
from games.presenters.moments import tell_when
from games.presenters.people import Person
from games.presenters.sentences import mark, mark_all

NO_BREAK = "\u00a0"


@dataclass(frozen=True, slots=True)
class GameRow:
    """One running game: `said` is its last play in words, `at` when that was.

    `deadline` is that of whoever is to move, None against the computer; `absence` says that the
    other side is on vacation.
    """

    url: str
    them: Person
    meta: str
    score: str
    said: str
    floor: tuple[str, ...]
    at: datetime
    is_held: bool
    deadline: Deadline | None = None
    absence: str = ""

    @property
    def said_of_time(self) -> str:
        """Until when, and that the other side is away: then a clock that stands needs no word."""
        runs = self.deadline is not None and self.deadline.at is not None
        said = self.deadline.said if self.deadline and (runs or not self.absence) else ""
        return " · ".join(filter(None, [said, self.absence]))


@dataclass(frozen=True, slots=True)
class FinishedRow:
    """One game that is over; `rematch_url` is empty where there is no such thing."""

    url: str
    them: Person
    result: str
    has_won: bool
    score: str
    meta: str
    at: datetime
    rematch_url: str


@dataclass(frozen=True, slots=True)
class Home:
    """All that the page of one's own games shows."""

    your_turn: Sequence[GameRow]
    waiting: Sequence[GameRow]
    finished: Sequence[FinishedRow]
    received: Sequence[InvitationView]
    sent: Sequence[InvitationView]
    nearest: str = ""
    outage: str = ""

    @property
    def is_empty(self) -> bool:
        games = self.your_turn or self.waiting or self.finished
        return not (games or self.received or self.sent)

    @property
    def has_side(self) -> bool:
        """Whether anything stands beside the games that wait for the reader."""
        return bool(self.waiting or self.received or self.sent)

    @property
    def headline(self) -> str:
        """How many games wait for the reader."""
        count = len(self.your_turn)
        if not count and self.received:
            return _("Somebody would like to play with you.")
        if not count:
            return _("Nobody is waiting for you.")
        return ngettext("One game waits for you.", "%(count)d games wait for you.", count) % {
            "count": count
        }


def tell_nearest(your_turn: Sequence[GameRow], *, now: datetime) -> str:
    """When the first turn of the reader's own runs out; empty where no clock runs."""
    ends = [row.deadline.at for row in your_turn if row.deadline and row.deadline.at]
    if not ends:
        return ""
    words = {"moment": tell_when(ends[0], now=now), "about": tell_left(ends[0] - now)}
    if ends[0] <= now:
        return ngettext("Its time is up.", "The time of the first is up.", len(your_turn))
    told = ngettext(
        "It runs out %(moment)s, %(about)s.",
        "The first runs out %(moment)s, %(about)s.",
        len(your_turn),
    )
    return told % words


def describe_stage(*, round_number: int, target: int, pace: str = "") -> str:
    """How far a match is, and between people how fast: "Round 2, to 121 · 2 days a turn"."""
    words = {"number": round_number, "target": target}
    stage = _("Round %(number)d, to %(target)d") % words if target else _("A single round")
    return f"{stage} · {pace.replace(' ', NO_BREAK)}" if pace else stage


def describe_last_play(turn: Turn, who: Person | None) -> str:
    """Who played what, and what it took; `who` is None for the reader. Cards stand as `[8S]`."""
    words = {"name": who.at_start if who else "", "card": mark(turn.card)}
    played = _("%(name)s played %(card)s.") if who else _("You played %(card)s.")
    if not turn.took:
        return played % words
    return f"{played % words} " + _("It took %(cards)s.") % {"cards": mark_all(turn.took)}


def count_rounds(number: int) -> str:
    return ngettext("%(count)d round", "%(count)d rounds", number) % {"count": number}


def describe_score(mine: int, theirs: int) -> str:
    """The reader's points first."""
    return f"{mine}–{theirs}"


def describe_result(them: Person, *, has_won: bool | None, is_void: bool, ended_by: str) -> str:
    """How a game against them ended for the reader: `has_won` is None where nobody won."""
    words = {"name": them.in_sentence}
    if is_void:
        if ended_by == "time":
            return _("No result against %(name)s: a first play never came") % words
        return _("No result against %(name)s") % words
    if ended_by == "time":
        return _tell_time_out(has_won=has_won is True) % words
    if ended_by == "resign":
        return _tell_resignation(has_won=has_won is True) % words
    told = {
        True: _("Win over %(name)s"),
        False: _("Loss to %(name)s"),
        None: _("Draw with %(name)s"),
    }[has_won]
    if ended_by == "staff":
        told = _("%(result)s, decided by the staff") % {"result": told}
    return told % words


def _tell_resignation(*, has_won: bool) -> str:
    return _("Win over %(name)s, by resignation") if has_won else _("Resigned against %(name)s")


def _tell_time_out(*, has_won: bool) -> str:
    return _("Win over %(name)s, on time") if has_won else _("Lost on time against %(name)s")
