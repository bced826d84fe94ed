"""Checks of what a person may choose: language and time zone."""

from functools import cache
from zoneinfo import available_timezones

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _


def check_language(code: str) -> None:
    """Raise ValidationError unless the site speaks the language."""
    if code not in dict(settings.LANGUAGES):
        raise ValidationError(_("This is not one of the languages of the site."), code="language")


def check_time_zone(name: str) -> None:
    """Raise ValidationError unless the name is a zone of the time zone database."""
    if name not in list_time_zones():
        raise ValidationError(_("This is not a known time zone."), code="time_zone")


@cache
def list_time_zones() -> tuple[str, ...]:
    """Return the names a person may choose from: places (Africa/Cairo) and UTC, sorted."""
    places = (name for name in available_timezones() if "/" in name)
    return (
        "UTC",
        *sorted(name for name in places if not name.startswith(("Etc/", "SystemV/", "US/"))),
    )
