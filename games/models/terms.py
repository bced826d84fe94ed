"""What two people agree on before they play."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Preset(models.TextChoices):
    BASRA_1 = "basra-1", _("Egyptian Basra")
    BASRA_2 = "basra-2", _("Egyptian Basra 2")
    BASRA_V2 = "basra-v2", _("Egyptian Basra v2")
    LEVANT = "levant", _("Levant")


class Pace(models.IntegerChoices):
    """Hours that a person has for a turn."""

    HALF_DAY = 12, _("12 hours a turn")
    DAY = 24, _("1 day a turn")
    TWO_DAYS = 48, _("2 days a turn")
    THREE_DAYS = 72, _("3 days a turn")
    WEEK = 168, _("7 days a turn")
