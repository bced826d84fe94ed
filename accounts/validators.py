"""Checks of what a person may choose: language and time zone."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

REGIONS = {
    "Africa": _("Africa"),
    "America": _("America"),
    "Antarctica": _("Antarctica"),
    "Arctic": _("Arctic"),
    "Asia": _("Asia"),
    "Atlantic": _("Atlantic"),
    "Australia": _("Australia"),
    "Europe": _("Europe"),
    "Indian": _("Indian Ocean"),
    "Pacific": _("Pacific"),
}


def check_language(code: str) -> None:
    """Raise ValidationError unless the site speaks the language."""
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("This is not one of the languages of the site."), code="language")


def check_time_zone(name: str) -> None:
    """Raise ValidationError unless the name is one of `known_time_zones`."""
    if name not in known_time_zones():
        raise ValidationError(_("This is not a known time zone."), code="time_zone")


@cache
def known_time_zones() -> frozenset[str]:
    """Return the zones a person may choose: places such as Africa/Cairo, and UTC."""
    places = (name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    return frozenset({"UTC", *places})
