"""Who may see a game. Outsiders get DoesNotExist, which pages turn into 404."""

from dataclasses import dataclass

from games.engine.pair import Pair, as_seat
from games.engine.pair import Seat as SeatIndex
from games.models import Game, GameStatus, Player, Seat


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """From where somebody looks at a game: `seat` is their own, None for a spectator."""

    game: Game
    seats: Pair[Seat]
    seat: SeatIndex | None

    @property
    def game_id(self) -> int:
        return self.game.pk


def get_viewpoint(public_id: str, player: Player | None) -> Viewpoint:
    """The player's place at the game, with both seats and their people. One query.

    Who sits in neither seat is a spectator of a finished game that neither side has closed to
    others. Raises Seat.DoesNotExist for any other game, and where there is none.
    """
    rows = Seat.objects.filter(game__public_id=public_id).order_by("index")
    found = list(rows.select_related("game", "user", "guest").with_absence())
    yours = [seat for seat in found if player is not None and seat.is_held_by(player)]
    if not yours and not _is_public(found):
        raise Seat.DoesNotExist
    seat = as_seat(yours[0].index) if yours else None
    return Viewpoint(game=found[0].game, seats=Pair(*found), seat=seat)


def _is_public(seats: list[Seat]) -> bool:
    if not seats or seats[0].game.status != GameStatus.FINISHED:
        return False
    return not any(seat.keeps_private for seat in seats)


def get_seat(public_id: str, player: Player | None) -> Seat:
    """The player's seat; its `game_id` and `index` are what services ask for.

    Raises Seat.DoesNotExist where there is no such game or the player does not sit in it.
    """
    if player is None:
        raise Seat.DoesNotExist
    return Seat.objects.of(player).get(game__public_id=public_id)


def find_version(public_id: str) -> int | None:
    """How many moves the game has seen: one look into an index, for pages that wait.

    It checks nobody: the caller holds a token made where access was checked.
    """
    versions = Game.objects.filter(public_id=public_id).values_list("version", flat=True)
    return next(iter(versions), None)
