"""Calling a game off while it has hardly begun."""

from django.db import transaction

from games.engine.pair import Seat
from games.models import PLAYS_TO_COUNT, Move, MoveKind
from games.services.errors import NoLongerYoung
from games.services.live import check_may_act, open_game


def abort(*, game_id: int, seat: Seat, version: int) -> None:
    """End the game without a result, before the seat's own second play, whoever is to move.

    Raises NotRunning, StaleVersion, OnHold and NoLongerYoung.
    """
    with transaction.atomic():
        live = open_game(game_id)
        check_may_act(live.game, version)
        if not can_abort(game_id, seat):
            raise NoLongerYoung
        live.abort(seat)
        live.write()


def can_abort(game_id: int, seat: Seat) -> bool:
    """Whether the seat has made fewer than two plays. One query."""
    plays = Move.objects.filter(game=game_id, seat=seat, kind=MoveKind.PLAY)
    return plays.order_by("seq")[:PLAYS_TO_COUNT].count() < PLAYS_TO_COUNT
