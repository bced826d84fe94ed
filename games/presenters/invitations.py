"""Offers to play, as pages show them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _

from games.presenters.people import Person
from games.presenters.terms import Terms


class Standing(StrEnum):
    """What an invitation is to the one who looks at it."""

    OWN = "own"
    OFFERED = "offered"
    PLAYED = "played"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class InvitationView:
    """One offer. `invitee` is None for a link; `game_url` is set for who sits in its game."""

    token: str
    url: str
    inviter: Person
    invitee: Person | None
    terms: Terms
    kind: str
    state: str
    expires_at: datetime
    game_url: str = ""

    @property
    def title(self) -> str:
        """Who offers what; of one's own, to whom."""
        words = {"name": self.inviter.isolated}
        if self.kind == "rematch":
            return _("%(name)s offers a rematch") % words
        return _("%(name)s invites you to a game of Basra") % words

    @property
    def own_title(self) -> str:
        if self.invitee is None:
            return _("An invitation by link")
        words = {"name": self.invitee.isolated}
        if self.kind == "rematch":
            return _("A rematch offered to %(name)s") % words
        return _("An invitation to %(name)s") % words

    @property
    def is_declined(self) -> bool:
        return self.state == "declined"


@dataclass(frozen=True, slots=True)
class RematchView:
    """A game that is over: the one that followed, or whose offer is open, or neither yet.

    `is_alone` where both sides were played by one person, who can ask nobody; `is_gone` where the
    other account is suspended or closed.
    """

    game_id: str
    next_url: str
    token: str
    is_yours: bool
    is_against_computer: bool
    is_alone: bool
    is_gone: bool


def head_of(view: InvitationView, standing: Standing) -> str:
    """The invitation in one line, as its page says it to the one who looks at it."""
    if standing is Standing.OFFERED:
        return view.title
    if standing is Standing.OWN:
        return view.own_title
    if standing is Standing.PLAYED:
        return _("This invitation was accepted")
    return {
        "accepted": _("This invitation is taken"),
        "withdrawn": _("This invitation was withdrawn"),
        "declined": _("This invitation was declined"),
        "expired": _("This invitation has expired"),
    }.get(view.state, _("This invitation has ended"))


def explain_end(view: InvitationView, *, is_inviter: bool, days: int) -> str:
    """Why nobody can accept it any more, in a sentence; `days` is how long one is good."""
    words = {"name": view.inviter.isolated}
    if view.state == "accepted":
        return _("Somebody else has sat down already. One link is one game.")
    if view.state == "withdrawn":
        if is_inviter:
            return _("You have withdrawn it.")
        return _("%(name)s has withdrawn it.") % words
    if view.state == "declined":
        return _("The answer was no. Perhaps another time.")
    if view.state == "gone":
        return _("%(name)s is not here to be asked.") % words
    return _("It was good for %(days)d days, and they are over.") % {"days": days}
