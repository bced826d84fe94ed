"""One's own mails: what each was about, and what became of it, in plain words."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.presenters.moments import tell_soon

KINDS: Mapping[str, Promise] = {
    "invited": gettext_lazy("An invitation"),
    "accepted": gettext_lazy("Your invitation was accepted"),
    "turn": gettext_lazy("Your turn"),
    "half": gettext_lazy("Time is running out"),
    "last": gettext_lazy("The last reminder"),
    "nudge": gettext_lazy("A nudge from the other side"),
    "round": gettext_lazy("The bill of a round"),
    "over": gettext_lazy("The result of a game"),
    "time": gettext_lazy("A game that time ended"),
    "idle": gettext_lazy("A game about to be put away"),
    "away": gettext_lazy("Your vacation began by itself"),
    "back": gettext_lazy("Your vacation ends soon"),
    "staff": gettext_lazy("What the staff did to a game"),
    "test": gettext_lazy("A test that you asked for"),
}
NOT_SENT: Mapping[str, Promise] = {
    "played": gettext_lazy("Not sent: you had played."),
    "seen": gettext_lazy("Not sent: you had seen it here."),
    "told": gettext_lazy("Not sent: a mail before it said so already."),
    "over": gettext_lazy("Not sent: the game was over."),
    "hold": gettext_lazy("Not sent: the game was on hold."),
    "answered": gettext_lazy("Not sent: the invitation was no longer open."),
    "stopped": gettext_lazy("Not sent: you want no such mail."),
    "address": gettext_lazy("Not sent: we had no proven address of yours."),
    "gone": gettext_lazy("Not sent: the game or the account was closed to you."),
    "staff": gettext_lazy("Not sent: the staff stopped it."),
    "moved": gettext_lazy("Not sent: the time that it spoke of had moved."),
    "late": gettext_lazy("Not sent: by then it was too late for it."),
    "away": gettext_lazy("Not sent: you were on vacation."),
    "blocked": gettext_lazy("Not sent: you and the other side are apart."),
    "bounced": gettext_lazy("Not sent: mail to your address came back."),
    "complain": gettext_lazy("Not sent: a mail to your address was called unwanted."),
    "present": gettext_lazy("Not sent: you were here."),
}
GIVEN_UP: Mapping[str, Promise] = {
    "refused": gettext_lazy("Given up: the mail server refused it."),
    "tired": gettext_lazy("Given up: the mail server did not take it, five times."),
    "unknown": gettext_lazy("Given up: it may have arrived, and a second try failed."),
}
HELD: Mapping[str, Promise] = {
    "quiet": gettext_lazy("Held until %(moment)s: your quiet hours."),
    "digest": gettext_lazy("Held until %(moment)s, for your daily mail."),
    "cap": gettext_lazy("Held until %(moment)s: you have had mails enough for a day."),
    "present": gettext_lazy("Held while you are here. It goes out if you leave without looking."),
}


@dataclass(frozen=True, slots=True)
class MailLine:
    """A mail in the list. `about` names the game by who sits opposite, "" where it has none."""

    what: str
    about: str
    url: str
    owed_at: datetime
    state: str
    said: str


def describe_kind(kind: str) -> str:
    return str(KINDS[kind])


def describe_state(
    state: str, reason: str, *, due_at: datetime | None, sent_to: str, now: datetime
) -> str:
    """What has become of a mail, or will; `due_at` is set exactly while it is owed."""
    if due_at is not None:
        return _describe_waiting(state, reason, due_at=due_at, now=now)
    if state == "sent":
        return _("Sent to %(address)s.") % {"address": mask(sent_to)}
    if state == "parked":
        return str(GIVEN_UP[reason])
    return str(NOT_SENT[reason])


def mask(address: str) -> str:
    """Enough of an address for its own reader: "s…@example.com"."""
    name, at, host = address.partition("@")
    return f"{name[:1]}…{at}{host}" if at else "…"


def _describe_waiting(state: str, reason: str, *, due_at: datetime, now: datetime) -> str:
    if state == "claimed":
        return _("On its way.")
    moment = {"moment": tell_soon(max(due_at, now), now=now)}
    if state == "held":
        return str(HELD[reason]) % moment
    if state == "failed":
        return _("The mail server did not take it. We try again: %(moment)s.") % moment
    return _("Goes out %(moment)s, if it is still needed.") % moment
