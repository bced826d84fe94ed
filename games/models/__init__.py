"""Tables of games: rows, constraints, and what concerns one row."""

from games.models.computer_error import ComputerError
from games.models.game import PLAYS_TO_COUNT, EndedBy, Game, GameQuerySet, GameStatus
from games.models.guest import Guest
from games.models.invitation import Invitation, InvitationKind, InvitationState
from games.models.move import BasraKind, Move, MoveKind, Via
from games.models.notice import (
    MailClass,
    MailStop,
    Notice,
    NoticeKind,
    NoticeQuerySet,
    NoticeReason,
    NoticeState,
)
from games.models.player import Player
from games.models.round import Round
from games.models.seat import Level, Seat, SeatQuerySet
from games.models.sweep import Sweep
from games.models.terms import Pace, Preset

__all__ = [
    "PLAYS_TO_COUNT",
    "BasraKind",
    "ComputerError",
    "EndedBy",
    "Game",
    "GameQuerySet",
    "GameStatus",
    "Guest",
    "Invitation",
    "InvitationKind",
    "InvitationState",
    "Level",
    "MailClass",
    "MailStop",
    "Move",
    "MoveKind",
    "Notice",
    "NoticeKind",
    "NoticeQuerySet",
    "NoticeReason",
    "NoticeState",
    "Pace",
    "Player",
    "Preset",
    "Round",
    "Seat",
    "SeatQuerySet",
    "Sweep",
    "Via",
]
