"""What tells visitors of a site for trying things that it is one."""

from django import template
from django.conf import settings

from games import clock
from games.presenters.moments import tell_moment

register = template.Library()


@register.inclusion_tag("games/includes/staging.html")
def staging_strip() -> dict[str, str | None]:
    """Where the clock can be moved: what it shows; elsewhere nothing."""
    if not settings.BASRA_MOVABLE_CLOCK:
        return {"moment": None}
    now = clock.now()
    return {"moment": tell_moment(now, now=now)}
