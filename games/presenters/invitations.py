"""Offers to play, as pages show them."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.utils.translation import gettext as _

from games.presenters.people import FIRST_STRONG, POP, Person
from games.presenters.terms import Terms

# The one who invites cannot play, or not with the one who looks: which of them is told to nobody.
GONE = "gone"


class Standing(StrEnum):
    """What an invitation is to the one who looks at it."""

    OWN = "own"
    OFFERED = "offered"
    PLAYED = "played"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class InvitationView:
    """One offer. `invitee` is None where no member is named.

    `address` is where the mail went, for the eyes of whoever typed it.
    """

    token: str
    url: str
    inviter: Person
    invitee: Person | None
    terms: Terms
    kind: str
    state: str
    expires_at: datetime
    address: str = ""

    @property
    def title(self) -> str:
        """Who offers what; of one's own, to whom."""
        words = {"name": self.inviter.isolated}
        if self.kind == "rematch":
            return _("%(name)s offers a rematch") % words
        if self.kind == "open":
            return _("%(name)s has a seat free at a game of Basra") % words
        return _("%(name)s invites you to a game of Basra") % words

    @property
    def past_title(self) -> str:
        """Who offered what, once it is open no more."""
        words = {"name": self.inviter.isolated}
        if self.kind == "rematch":
            return _("%(name)s offered a rematch") % words
        if self.kind == "open":
            return _("%(name)s had a seat free at a game of Basra") % words
        return _("%(name)s invited you to a game of Basra") % words

    @property
    def own_title(self) -> str:
        if self.invitee is None:
            return self._name_way()
        words = {"name": self.invitee.isolated}
        if self.kind == "rematch":
            return _("A rematch offered to %(name)s") % words
        return _("An invitation to %(name)s") % words

    def _name_way(self) -> str:
        """By what way it finds somebody, where nobody is named."""
        if self.kind == "open":
            return _("A seat in the lobby")
        if self.kind == "link":
            return _("An invitation by link")
        if not self.address:
            return _("An invitation by mail")
        return _("An invitation to %(address)s") % {"address": f"{FIRST_STRONG}{self.address}{POP}"}

    @property
    def takes_guests(self) -> bool:
        """Whether one may sit down without an account."""
        return self.kind in ("link", "address")

    @property
    def is_hidden(self) -> bool:
        """Whether not even its people and terms are told any more."""
        return self.state == GONE

    @property
    def is_declined(self) -> bool:
        return self.state == "declined"


@dataclass(frozen=True, slots=True)
class RematchView:
    """A game that is over: the one that followed, or whose offer is open, or neither yet.

    `is_alone` where both sides were played by one person, who can ask nobody; `is_gone` where the
    other account is suspended or closed, or one of the two wants nothing of the other.
    """

    game_id: str
    next_url: str
    token: str
    is_yours: bool
    is_against_computer: bool
    is_alone: bool
    is_gone: bool
    expires_at: datetime | None = None


def head_of(view: InvitationView, standing: Standing) -> str:
    """The invitation in one line, as its page says it to the one who looks at it."""
    if standing is Standing.OFFERED:
        return view.title
    if standing is Standing.OWN:
        return view.own_title
    if view.kind == "open":
        return _head_of_seat(view, standing)
    if standing is Standing.PLAYED:
        return _("This invitation was accepted")
    return {
        "accepted": _("This invitation is taken"),
        "withdrawn": _("This invitation was withdrawn"),
        "declined": _("This invitation was declined"),
        "expired": _("This invitation has expired"),
    }.get(view.state, _("This invitation has ended"))


def _head_of_seat(view: InvitationView, standing: Standing) -> str:
    """Of a seat in the lobby that is free no more."""
    if standing is Standing.PLAYED:
        return _("This seat was taken")
    return {
        "accepted": _("This seat is taken"),
        "withdrawn": _("This seat was withdrawn"),
    }.get(view.state, _("This seat is no longer free"))


def explain_end(view: InvitationView, *, is_inviter: bool, days: int) -> str:
    """Why nobody can accept it any more, in a sentence; `days` is how long one is good."""
    words = {"name": view.inviter.isolated}
    if view.state == "accepted":
        return _tell_taken(view)
    if view.state == "withdrawn":
        if is_inviter:
            return _("You have withdrawn it.")
        return _("%(name)s has withdrawn it.") % words
    if view.state == "declined":
        return _("The answer was no. Perhaps another time.")
    if view.state == GONE:
        return _("It is no longer open.")
    return _("It was good for %(days)d days, and they are over.") % {"days": days}


def _tell_taken(view: InvitationView) -> str:
    if view.kind == "open":
        return _("Somebody else was quicker and has sat down.")
    return _("Somebody else has sat down already. One link is one game.")
