"""What stands above every page while its reader is away."""

from typing import Any

from django import template
from django.template import Context
from django.urls import reverse

from games import clock, queries
from games.presenters.vacation import tell_end

register = template.Library()


@register.inclusion_tag("games/includes/vacation_banner.html", takes_context=True)
def vacation_banner(context: Context) -> dict[str, Any]:
    """Nothing for who is here, at one query for a member; and nothing where the page says it.

    Who opened no vacation but has one is told for which game: one query more.
    """
    request = context["request"]
    if not request.user.is_authenticated or request.path == reverse("games:vacation"):
        return {}
    vacation = queries.find_vacation(request.user.pk)
    if vacation is None:
        return {}
    return {
        "vacation": vacation,
        "until": tell_end(vacation.ends_at, now=clock.now()),
        "saved": queries.find_saved_opponent(vacation),
        "csrf_token": context["csrf_token"],
    }
