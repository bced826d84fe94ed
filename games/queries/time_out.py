"""What comes of a game when the time of its turn is gone."""

from games.deadlines import TimeOut
from games.models import Game, Move, MoveKind, Seat
from games.queries.vacations import get_hours_left


def has_mover_played(game: Game) -> bool:
    """Whether the side to move has played in the match: who has not, has lost nothing."""
    plays = Move.objects.filter(game=game, seat=game.to_move, kind=MoveKind.PLAY)
    return plays.exists()


def foresee_time_out(game: Game) -> TimeOut:
    """What the clock will do to the side to move, if nothing happens until its end.

    Three queries at most.
    """
    if not has_mover_played(game):
        return TimeOut.CALLED_OFF
    return TimeOut.VACATION if _can_go_away(game) else TimeOut.LOST


def _can_go_away(game: Game) -> bool:
    """Whether the mover is a member with hours left in the year in which the time is gone."""
    if not game.stops_for_vacation or game.deadline_at is None or game.to_move is None:
        return False
    user_id = Seat.objects.get(game=game, index=game.to_move).user_id
    return user_id is not None and get_hours_left(user_id, game.deadline_at) > 0
