"""Tables of games: rows, constraints, and what concerns one row."""

from games.models.computer_error import ComputerError
from games.models.game import EndedBy, Game, GameQuerySet, GameStatus, Preset
from games.models.guest import Guest
from games.models.move import BasraKind, Move, MoveKind, Via
from games.models.player import Player
from games.models.round import Round
from games.models.seat import Level, Seat, SeatQuerySet
from games.models.sweep import Sweep

__all__ = [
    "BasraKind",
    "ComputerError",
    "EndedBy",
    "Game",
    "GameQuerySet",
    "GameStatus",
    "Guest",
    "Level",
    "Move",
    "MoveKind",
    "Player",
    "Preset",
    "Round",
    "Seat",
    "SeatQuerySet",
    "Sweep",
    "Via",
]
