"""Days and moments as pages and mails tell them, in the reader's zone."""

from datetime import datetime, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

A_WEEK = timedelta(days=6)


def tell_day(moment: datetime, *, now: datetime) -> str:
    """ "Monday 14 December", with its year where that is not the present one."""
    local = timezone.localtime(moment)
    is_this_year = local.year == timezone.localtime(now).year
    return date_format(local, "l j F" if is_this_year else "l j F Y")


def tell_moment(moment: datetime, *, now: datetime) -> str:
    """ "Monday 14 December, 08:48 (Cairo)"; the zone is the reader's."""
    return _("%(date)s, %(time)s (%(zone)s)") % {
        "date": tell_day(moment, now=now),
        "time": date_format(timezone.localtime(moment), "H:i"),
        "zone": timezone.get_current_timezone_name().rpartition("/")[2].replace("_", " "),
    }


def tell_since(moment: datetime, *, now: datetime) -> str:
    """A moment gone by, by its weekday and time while that is enough: "Monday 08:48"."""
    if now - moment >= A_WEEK:
        return tell_day(moment, now=now)
    local = timezone.localtime(moment)
    return _("%(day)s %(time)s") % {
        "day": date_format(local, "l"),
        "time": date_format(local, "H:i"),
    }
