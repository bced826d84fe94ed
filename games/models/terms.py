"""What two people agree on before they play."""

from dataclasses import dataclass

from django.db import models
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext


class Preset(models.TextChoices):
    BASRA_1 = "basra-1", _("Egyptian Basra")
    BASRA_2 = "basra-2", _("Egyptian Basra 2")
    BASRA_V2 = "basra-v2", _("Egyptian Basra v2")
    LEVANT = "levant", _("Levant")


def _write(hours: int) -> str:
    days, rest = divmod(hours, 24)
    if rest:
        return ngettext("%(count)d hour", "%(count)d hours", hours) % {"count": hours}
    return ngettext("%(count)d day", "%(count)d days", days) % {"count": days}


_write_length = lazy(_write, str)


class Pace(models.IntegerChoices):
    """Hours that a person has for a turn."""

    HALF_DAY = 12, _("12 hours a turn")
    DAY = 24, _("1 day a turn")
    TWO_DAYS = 48, _("2 days a turn")
    THREE_DAYS = 72, _("3 days a turn")
    WEEK = 168, _("7 days a turn")

    @property
    def length(self) -> str:
        """ "12 hours", "2 days"."""
        return _write_length(self.value)

    @property
    def stops_for_vacation(self) -> bool:
        """Whether a vacation stops the clocks of such games, unless somebody chooses otherwise."""
        return self > Pace.DAY


class Bank(models.IntegerChoices):
    """Hours that each side has for the whole match, once the time of a turn is gone."""

    NONE = 0, _("no bank")
    DAY = 24, _("a bank of 1 day")
    THREE_DAYS = 72, _("a bank of 3 days")
    WEEK = 168, _("a bank of 7 days")


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long two people may think: a turn, a bank beside it, and whether vacations stop it."""

    pace: Pace
    bank: Bank
    stops_for_vacation: bool


def usual_time(pace: Pace, bank: Bank = Bank.NONE) -> TimeControl:
    """The time control of such a pace where nobody has chosen otherwise about vacations."""
    return TimeControl(pace, bank, stops_for_vacation=pace.stops_for_vacation)
