"""The staff's desk for games."""

from games.admin import game, invitation, move, notice, people, round, watch

__all__ = ["game", "invitation", "move", "notice", "people", "round", "watch"]
