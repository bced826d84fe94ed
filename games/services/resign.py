"""Giving up."""

from django.db import transaction

from games.engine.pair import Seat
from games.services.live import check_may_act, open_game


def resign(*, game_id: int, seat: Seat, version: int) -> None:
    """End the game for the other seat, whoever is to move.

    Raises NotRunning, StaleVersion (one gives up what one has seen) and OnHold.
    """
    with transaction.atomic():
        live = open_game(game_id)
        check_may_act(live.game, version)
        live.resign(seat)
        live.write()
