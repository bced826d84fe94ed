"""Whether others may look at a finished game."""

from games.engine.pair import Seat as SeatIndex
from games.models import GameStatus, Seat
from games.services.errors import StillRunning


def close_to_others(*, game_id: int, seat: SeatIndex) -> None:
    """Show the finished game to its two players only. Raises StillRunning."""
    _set(game_id, seat, keeps_private=True)


def open_to_others(*, game_id: int, seat: SeatIndex) -> None:
    """Take the seat's own wish back; the other seat's stands. Raises StillRunning."""
    _set(game_id, seat, keeps_private=False)


def _set(game_id: int, seat: SeatIndex, *, keeps_private: bool) -> None:
    seats = Seat.objects.filter(game=game_id, game__status=GameStatus.FINISHED, index=seat)
    if not seats.update(keeps_private=keeps_private):
        raise StillRunning
