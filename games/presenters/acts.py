"""What was done at a table otherwise than by playing, in words."""

from django.utils.translation import gettext as _

from games.presenters.people import Person


def describe_act(kind: str, *, actor: Person | None) -> str:
    """A sentence about a resignation, a game called off, time that ran out or an act of the staff.

    `actor` is the other side, or whoever acted where a spectator reads; None for the reader.
    """
    words = {"name": actor.at_start if actor else ""}
    if kind == "resign":
        return _("%(name)s resigned.") % words if actor else _("You resigned.")
    if kind == "abort":
        return _("%(name)s called the game off.") % words if actor else _("You called it off.")
    if kind == "time":
        return _("Time ran out for %(name)s.") % words if actor else _("Your time ran out.")
    return {
        "hold": _("The staff have put this game on hold."),
        "release": _("The staff have let this game go on."),
        "decide": _("The staff have ended this game."),
    }[kind]
