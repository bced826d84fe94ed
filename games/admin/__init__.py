"""The staff's desk for games."""

from games.admin import game, invitation, links, move, notice, panels, people, round, watch

__all__ = ["game", "invitation", "links", "move", "notice", "panels", "people", "round", "watch"]
