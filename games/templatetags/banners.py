"""What stands above every page: its reader is away, or our mails do not arrive."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from games import clock, queries
from games.models import Vacation
from games.presenters.vacation import tell_end, tell_end_briefly
from games.queries.banners import find_banners
from games.services.address_stops import UNREACHABLE, make_digest

register = template.Library()


@register.inclusion_tag("games/includes/banners.html", takes_context=True)
def banners(context: Context) -> dict[str, Any]:
    """Nothing for guests; one query for a member, and one or two more for who is away."""
    user = context["request"].user
    if not user.is_authenticated:
        return {}
    found = find_banners(user.pk, digest=make_digest(user.email), reasons=UNREACHABLE)
    return {
        **_tell_vacation(context, found.vacation),
        "trouble": found.trouble,
        "is_member": True,
    }


@register.inclusion_tag("games/includes/vacation_line.html", takes_context=True)
def vacation_line(context: Context) -> dict[str, Any]:
    """That its reader is away, in one line for a table; nothing for who is here."""
    user = context["request"].user
    vacation = queries.find_vacation(user.pk) if user.is_authenticated else None
    return {"until": vacation and tell_end_briefly(vacation.ends_at, now=clock.now())}


def _tell_vacation(context: Context, vacation: Vacation | None) -> dict[str, Any]:
    """Nothing where the page itself is about it. Of one that began by itself, for which game."""
    if vacation is None or context["request"].path == reverse("games:vacation"):
        return {}
    return {
        "vacation": vacation,
        "until": tell_end(vacation.ends_at, now=clock.now()),
        "saved": queries.find_saved_opponent(vacation),
        "csrf_token": context["csrf_token"],
    }
