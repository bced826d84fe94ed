"""Who may see a game. Outsiders get DoesNotExist, which pages turn into 404."""

from games.models import Game, Player, Seat


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
