"""Reads: who may see what, lists, and the fold from moves to a table."""

from games.queries.access import Viewpoint, find_version, get_seat, get_viewpoint
from games.queries.added_time import (
    AddedTime,
    find_added_time,
    find_outage,
    get_added_time,
    has_added_time,
)
from games.queries.bill import FinishedRound, get_finished_round
from games.queries.blocks import are_apart, has_blocked, list_blocked
from games.queries.echo import find_round_of_play
from games.queries.ending import EndedGame, get_ended_game
from games.queries.invitations import (
    Invitations,
    Rematch,
    find_rematch,
    get_invitation,
    is_of_game,
    is_of_somebody_gone,
    list_invitations_of,
)
from games.queries.leaderboard import Leaderboard, Standing, get_leaderboard
from games.queries.lists import (
    GameLists,
    GameRow,
    NextGame,
    find_next_game,
    list_awaited,
    list_games_of,
)
from games.queries.lobby import Lobby, get_lobby
from games.queries.moves import GameMoves, RoundMoves, get_moves
from games.queries.owed import (
    count_failing_notices,
    count_parked_notices,
    get_computer_debt,
    get_mail_debt,
    list_stalled_sweeps,
    oldest_computer_turn_owed,
    oldest_notice_owed,
)
from games.queries.people import find_member, find_member_at, find_member_by_public_id
from games.queries.position import Position, get_position
from games.queries.profile import Meetings, Profile, PublicGame, get_profile
from games.queries.replay import replay_round
from games.queries.score import KeptScore, Scores, get_scores
from games.queries.spectator import get_public_view
from games.queries.table import RoundSummary, Table, TurnMade, get_table
from games.queries.time_out import foresee_time_out, has_mover_played
from games.queries.vacations import (
    ClockRow,
    Clocks,
    Stays,
    find_saved_opponent,
    find_vacation,
    get_hours_left,
    list_clocks,
    list_stays,
)

__all__ = [
    "AddedTime",
    "ClockRow",
    "Clocks",
    "EndedGame",
    "FinishedRound",
    "GameLists",
    "GameMoves",
    "GameRow",
    "Invitations",
    "KeptScore",
    "Leaderboard",
    "Lobby",
    "Meetings",
    "NextGame",
    "Position",
    "Profile",
    "PublicGame",
    "Rematch",
    "RoundMoves",
    "RoundSummary",
    "Scores",
    "Standing",
    "Stays",
    "Table",
    "TurnMade",
    "Viewpoint",
    "are_apart",
    "count_failing_notices",
    "count_parked_notices",
    "find_added_time",
    "find_member",
    "find_member_at",
    "find_member_by_public_id",
    "find_next_game",
    "find_outage",
    "find_rematch",
    "find_round_of_play",
    "find_saved_opponent",
    "find_vacation",
    "find_version",
    "foresee_time_out",
    "get_added_time",
    "get_computer_debt",
    "get_ended_game",
    "get_finished_round",
    "get_hours_left",
    "get_invitation",
    "get_leaderboard",
    "get_lobby",
    "get_mail_debt",
    "get_moves",
    "get_position",
    "get_profile",
    "get_public_view",
    "get_scores",
    "get_seat",
    "get_table",
    "get_viewpoint",
    "has_added_time",
    "has_blocked",
    "has_mover_played",
    "is_of_game",
    "is_of_somebody_gone",
    "list_awaited",
    "list_blocked",
    "list_clocks",
    "list_games_of",
    "list_invitations_of",
    "list_stalled_sweeps",
    "list_stays",
    "oldest_computer_turn_owed",
    "oldest_notice_owed",
    "replay_round",
]
