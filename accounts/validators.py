"""Checks of what a person may choose: language and time zone."""

from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import TZPATH, available_timezones

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
    """Return the zones a person may have: places such as Africa/Cairo, old names too, and UTC."""
    places = (name for name in available_timezones() if name.partition("/")[0] in REGIONS)
    return frozenset({"UTC", *places})


@cache
def offered_time_zones() -> frozenset[str]:
    """Return the zones that are offered: each place once, by the name that it has today.

    The time zone database names them in `zone.tab`; where a system comes without it, all are.
    """
    table = next((path for path in _list_tables() if path.is_file()), None)
    if table is None:
        return known_time_zones()
    lines = table.read_text(encoding="utf-8").splitlines()
    names = {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
    return known_time_zones() & {"UTC", *names}


def _list_tables() -> Iterator[Path | Traversable]:
    """Where the table may be: with the system's zones, else in the package that stands in."""
    yield from (Path(folder, "zone.tab") for folder in TZPATH)
    if find_spec("tzdata"):
        yield resources.files("tzdata") / "zoneinfo" / "zone.tab"
