"""The computer's players: an observation in, a play out. None of them can see a hidden card."""

from games.ai.levels import LEVELS, Level, choose

__all__ = ["LEVELS", "Level", "choose"]
