"""Days and moments as pages and mails tell them, in the reader's zone."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

A_WEEK = timedelta(days=6)
EVENING = 18
"""The hour from which on today is tonight."""


def tell_day(moment: datetime, *, now: datetime) -> str:
    """ "Monday 14 December", with its year where that is not the present one."""
    local = timezone.localtime(moment)
    is_this_year = local.year == timezone.localtime(now).year
    return date_format(local, "l j F" if is_this_year else "l j F Y")


def tell_moment(moment: datetime, *, now: datetime) -> str:
    """ "Monday 14 December, 08:48 (Cairo)"; the zone is the reader's."""
    return _("%(date)s, %(time)s (%(zone)s)") % {
        "date": tell_day(moment, now=now),
        "time": tell_time(moment),
        "zone": timezone.get_current_timezone_name().rpartition("/")[2].replace("_", " "),
    }


def tell_since(moment: datetime, *, now: datetime) -> str:
    """A moment gone by, by its weekday and time while that is enough: "Monday 08:48"."""
    if now - moment >= A_WEEK:
        return tell_day(moment, now=now)
    return _("%(day)s %(time)s") % {
        "day": date_format(timezone.localtime(moment), "l"),
        "time": tell_time(moment),
    }


def tell_soon(moment: datetime, *, now: datetime) -> str:
    """A moment near now: "tonight 21:40", "tomorrow 09:00", "Friday 21:40"; later by its date."""
    local, today = timezone.localtime(moment), timezone.localtime(now).date()
    time = tell_time(moment)
    if local.date() == today:
        words = _("tonight %(time)s") if local.hour >= EVENING else _("today %(time)s")
        return words % {"time": time}
    if local.date() == today + timedelta(days=1):
        return _("tomorrow %(time)s") % {"time": time}
    if timedelta() < local.date() - today < timedelta(days=7):
        return _("%(day)s %(time)s") % {"day": date_format(local, "l"), "time": time}
    return _("%(date)s, %(time)s") % {"date": tell_day(moment, now=now), "time": time}


def tell_when(moment: datetime, *, now: datetime) -> str:
    """As `tell_soon`, within a sentence: "tonight at 21:40", "on Friday at 21:40"."""
    local, today = timezone.localtime(moment), timezone.localtime(now).date()
    words = {"time": tell_time(moment)}
    if local.date() == today:
        words["day"] = _("tonight") if local.hour >= EVENING else _("today")
        return _("%(day)s at %(time)s") % words
    if local.date() == today + timedelta(days=1):
        return _("tomorrow at %(time)s") % words
    is_near = timedelta() < local.date() - today < timedelta(days=7)
    words["day"] = date_format(local, "l") if is_near else tell_day(moment, now=now)
    return _("on %(day)s at %(time)s") % words


def tell_time(moment: datetime) -> str:
    """ "21:40"; where clocks go back and the hour comes twice, with how far it is from UTC."""
    local = timezone.localtime(moment)
    time = date_format(local, "H:i")
    if local.utcoffset() == local.replace(fold=1 - local.fold).utcoffset():
        return time
    return _("%(time)s (UTC%(offset)s)") % {"time": time, "offset": f"{local:%z}"}
