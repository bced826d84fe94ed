"""The way to the game that waits for the reader."""

from typing import Any

from django import template
from django.template import Context

from games import queries
from games.players import player_of

register = template.Library()


@register.inclusion_tag("games/includes/next_game.html", takes_context=True)
def next_game(context: Context) -> dict[str, Any]:
    """The button of the bar; nothing where no game waits. One query for a player."""
    player = player_of(context["request"])
    return {"next": queries.find_next_game(player) if player else None}
