"""A member's page, and the leaderboard that leads to it, as anybody reads them."""

from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from games.presenters.people import Person


@dataclass(frozen=True, slots=True)
class ResultRow:
    """One finished game of a member, whose points come first."""

    url: str
    them: Person
    result: str
    has_won: bool
    score: str
    meta: str
    at: datetime


@dataclass(frozen=True, slots=True)
class RankRow:
    """One member's line on the leaderboard."""

    rank: int
    person: Person
    won: int
    share: str
    is_reader: bool


def describe_share(*, won: int, lost: int) -> str:
    """Games won of all that were decided, in per cent; a dash where there are none."""
    if not won + lost:
        return "–"
    return _("%(share)d%%") % {"share": round(100 * won / (won + lost))}


def describe_meetings(them: Person, *, won: int, lost: int) -> str:
    """How reader and member stand with each other; empty where they have not met."""
    if not won + lost:
        return ""
    words = {"name": them.isolated, "won": won, "lost": lost}
    return _("You and %(name)s so far: %(won)d won, %(lost)d lost.") % words
