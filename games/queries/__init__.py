"""Reads: who may see what, lists, and the fold from moves to a table."""

from games.queries.access import Viewpoint, find_version, get_seat, get_viewpoint
from games.queries.bill import FinishedRound, get_finished_round
from games.queries.echo import find_round_of_play
from games.queries.leaderboard import Leaderboard, Standing, get_leaderboard
from games.queries.lists import GameLists, GameRow, list_games_of
from games.queries.owed import oldest_computer_turn_owed
from games.queries.profile import Meetings, Profile, PublicGame, get_profile
from games.queries.replay import replay_round
from games.queries.score import KeptScore, Scores, get_scores
from games.queries.table import RoundSummary, Table, TurnMade, get_table

__all__ = [
    "FinishedRound",
    "GameLists",
    "GameRow",
    "KeptScore",
    "Leaderboard",
    "Meetings",
    "Profile",
    "PublicGame",
    "RoundSummary",
    "Scores",
    "Standing",
    "Table",
    "TurnMade",
    "Viewpoint",
    "find_round_of_play",
    "find_version",
    "get_finished_round",
    "get_leaderboard",
    "get_profile",
    "get_scores",
    "get_seat",
    "get_table",
    "get_viewpoint",
    "list_games_of",
    "oldest_computer_turn_owed",
    "replay_round",
]
