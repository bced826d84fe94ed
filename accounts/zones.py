"""The time zone of a browser, which a script of ours tells in a cookie."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.http import HttpRequest

from accounts.validators import known_time_zones

COOKIE = "time_zone"
HALF_A_YEAR = timedelta(days=182)


def find_browser_zone(request: HttpRequest) -> str:
    """Empty where it is not told, or is no zone that we know."""
    zone = request.COOKIES.get(COOKIE, "")
    return zone if zone in known_time_zones() else ""


def tell_alike(one: str, other: str, *, now: datetime) -> bool:
    """Whether clocks in both zones show the same, in summer and in winter."""
    return all(
        moment.astimezone(ZoneInfo(one)).utcoffset()
        == moment.astimezone(ZoneInfo(other)).utcoffset()
        for moment in (now, now + HALF_A_YEAR)
    )
