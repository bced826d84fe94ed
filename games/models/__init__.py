"""Tables of games: rows, constraints, and what concerns one row."""

from games.models.added_time import GiftOfTime, Outage
from games.models.block import Block
from games.models.computer_error import ComputerError
from games.models.game import PLAYS_TO_COUNT, EndedBy, Game, GameQuerySet, GameStatus
from games.models.guest import Guest
from games.models.invitation import Invitation, InvitationKind, InvitationState
from games.models.mail_settings import (
    AddressStop,
    AddressStopReason,
    MailSettings,
    TurnMails,
)
from games.models.move import BasraKind, Move, MoveKind, Via
from games.models.moved_clock import MovedClock
from games.models.notice import MailStop, Notice, NoticeQuerySet
from games.models.notice_kinds import MailClass, NoticeKind, NoticeReason, NoticeState
from games.models.player import Player
from games.models.round import Round
from games.models.seat import Level, Seat, SeatQuerySet
from games.models.sweep import Sweep
from games.models.terms import Bank, Pace, Preset, TimeControl, usual_time
from games.models.vacation import Vacation

__all__ = [
    "PLAYS_TO_COUNT",
    "AddressStop",
    "AddressStopReason",
    "Bank",
    "BasraKind",
    "Block",
    "ComputerError",
    "EndedBy",
    "Game",
    "GameQuerySet",
    "GameStatus",
    "GiftOfTime",
    "Guest",
    "Invitation",
    "InvitationKind",
    "InvitationState",
    "Level",
    "MailClass",
    "MailSettings",
    "MailStop",
    "Move",
    "MoveKind",
    "MovedClock",
    "Notice",
    "NoticeKind",
    "NoticeQuerySet",
    "NoticeReason",
    "NoticeState",
    "Outage",
    "Pace",
    "Player",
    "Preset",
    "Round",
    "Seat",
    "SeatQuerySet",
    "Sweep",
    "TimeControl",
    "TurnMails",
    "Vacation",
    "Via",
    "usual_time",
]
