"""What a table says of its clock beside the deadline: banks, gifts, vacations, outages."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils.translation import gettext as _

from games.presenters.deadline import Deadline, tell_span
from games.presenters.moments import tell_moment
from games.presenters.people import Person


@dataclass(frozen=True, slots=True)
class TimePanel:
    """`terms` is what was agreed, `banks` what each side has left of its own, the reader's first.

    `absence` is that the other side is on vacation, `notes` are what else there is to say;
    `courtesies_url` leads to what one can do for who lets one wait, and is empty where there is
    nothing.
    """

    terms: str
    deadline: Deadline
    is_yours: bool
    banks: tuple[str, str] | None
    absence: str
    notes: tuple[str, ...]
    courtesies_url: str


def tell_bank(left: timedelta) -> str:
    return tell_span(left) if left > timedelta() else _("used up")


def tell_stops(*, stops_for_vacation: bool) -> str:
    if stops_for_vacation:
        return _("A vacation stops this clock.")
    return _("No vacation stops this clock.")


def tell_gift(amount: timedelta, *, giver: Person | None) -> str:
    """What one side gave to the other's turn; `giver` is None for the reader."""
    time = tell_span(amount)
    if giver is None:
        return _("You gave %(time)s more for this turn.") % {"time": time}
    return _("%(name)s gave you %(time)s more for this turn.") % {
        "name": giver.at_start,
        "time": time,
    }


def tell_gift_of_staff(amount: timedelta) -> str:
    return _("The staff gave %(time)s more for this turn.") % {"time": tell_span(amount)}


def tell_outage(began_at: datetime, ended_at: datetime, *, now: datetime) -> str:
    return _(
        "The site was away for %(time)s, until %(moment)s: every deadline was put off by that."
    ) % {"time": tell_span(ended_at - began_at), "moment": tell_moment(ended_at, now=now)}
