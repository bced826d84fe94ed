"""The staff's desk for games."""

from games.admin import game, move, people, round, watch

__all__ = ["game", "move", "people", "round", "watch"]
