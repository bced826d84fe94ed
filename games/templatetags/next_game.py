"""The way to the game that waits for the reader, and how many there are: in bar, title and icon."""

from typing import Any

from django import template
from django.http import HttpRequest
from django.template import Context
from django.templatetags.static import static

from games import queries
from games.players import player_of

register = template.Library()

MOST_IN_ICON = 9
KEPT = "next_game"


@register.inclusion_tag("games/includes/next_game.html", takes_context=True)
def next_game(context: Context) -> dict[str, Any]:
    """The button of the bar; nothing where no game waits."""
    return {"count": count_waiting(context)}


@register.simple_tag(takes_context=True)
def waiting_in_title(context: Context) -> str:
    """ "(3) " before the title of a page; nothing where no game waits."""
    count = count_waiting(context)
    return f"({count}) " if count else ""


@register.simple_tag(takes_context=True)
def waiting_icon(context: Context) -> str:
    """The icon of the page, which shows the number too."""
    count = count_waiting(context)
    if not count:
        return static("art/icon.svg")
    return static(f"art/icons/{count if count <= MOST_IN_ICON else 'many'}.svg")


def count_waiting(context: Context) -> int:
    """How many games wait for the reader: as the view says, else one query a page for a player."""
    if "waiting_count" in context:
        return int(context["waiting_count"])
    request: HttpRequest = context["request"]
    kept = vars(request)
    if KEPT not in kept:
        player = player_of(request)
        kept[KEPT] = queries.find_next_game(player) if player else None
    return kept[KEPT].count if kept[KEPT] else 0
