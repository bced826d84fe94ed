"""Why an act at a table was refused, in words for whoever tried it."""

from collections.abc import Mapping
from datetime import timedelta

from django.utils.functional import Promise
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from games.engine.errors import Reason
from games.services.errors import (
    NoLongerYoung,
    NotAsked,
    NoTimeToGive,
    NotRunning,
    NotToBeAsked,
    NotYourTurn,
    NudgedLately,
    OnHold,
    Refused,
    StaleVersion,
    StandsStill,
    TooEarly,
    TooManyGifts,
)
from games.services.nudges import PATIENCE

ILLEGAL: Mapping[Reason, Promise] = {
    Reason.ROUND_OVER: _("That round is over."),
    Reason.NOT_IN_HAND: _("That card is not in your hand. Choose one of yours."),
    Reason.NAME_A_CAPTURE: _(
        "That card can take in several ways. Choose the card again, then the way."
    ),
    Reason.NO_SUCH_CAPTURE: _(
        "That card cannot take those cards. Choose it again to see what it takes."
    ),
}
LATE: Mapping[type[Refused], Promise] = {
    StaleVersion: _("This table has moved on. Here is the floor as it is now."),
    NotYourTurn: _("It is not your turn. Here is the floor as it is now."),
    OnHold: _("The staff have put this game on hold. Nothing was played."),
    NotRunning: _("This game is over. Nothing was played."),
}
NOT_ENDED: Mapping[type[Refused], Promise] = {
    StaleVersion: _("The table has moved on since you asked. Look at it once more."),
    OnHold: _("The staff have put this game on hold. Until they let it go on, nobody acts in it."),
    NoLongerYoung: _("You have played twice. You can still resign."),
}
HINDRANCES: Mapping[type[Refused], Promise] = {
    OnHold: _("This game is on hold"),
    NoLongerYoung: _("Too late to call it off"),
}
# While the other side is to move; of its own turn nobody reads these.
NOT_GIVEN: Mapping[type[Refused], Promise] = {
    OnHold: _("The game is on hold: no clock runs."),
    StandsStill: _("The clock stands still. No time is needed."),
    NoTimeToGive: _("The computer needs no time."),
    TooManyGifts: _("You have given all the time that one may give in a match."),
}
NOT_NUDGED: Mapping[type[Refused], Promise] = {
    OnHold: _("The game is on hold: nobody is waited for."),
    StandsStill: _("The clock stands still: nobody is waited for."),
    NotAsked: _("The computer needs no mail."),
    TooEarly: format_lazy(
        _("It is too early for that. Half a turn, or {hours} hours of a long one, are theirs."),
        hours=PATIENCE // timedelta(hours=1),
    ),
    NudgedLately: _("We have written to them. Once a day is enough."),
    NotToBeAsked: _("We cannot write to them just now."),
}
