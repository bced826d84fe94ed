"""Filters that tell times the way one says them."""

from datetime import datetime, timedelta

from django import template
from django.utils.timesince import timesince
from django.utils.translation import gettext as _

from games import clock
from games.presenters import moments

register = template.Library()


@register.filter
def day(moment: datetime) -> str:
    return moments.tell_day(moment, now=clock.now())


@register.filter
def moment(moment: datetime) -> str:
    return moments.tell_moment(moment, now=clock.now())


@register.filter
def since(moment: datetime) -> str:
    return moments.tell_since(moment, now=clock.now())


@register.filter
def ago(moment: datetime, now: datetime) -> str:
    """How long ago it was, in one unit: "3 hours ago"."""
    if now - moment < timedelta(minutes=1):
        return _("just now")
    return _("%(time)s ago") % {"time": timesince(moment, now, depth=1)}


@register.filter
def lasting(moment: datetime, now: datetime) -> str:
    """How long it has lasted, in one unit: "3 hours"; empty within the first minute."""
    return "" if now - moment < timedelta(minutes=1) else timesince(moment, now, depth=1)
