"""Time given to the other side's turn, by who waits for it or by the staff."""

from datetime import timedelta

from django.db import transaction

from games import clock
from games.deadlines import Running
from games.engine.pair import Seat, as_seat, other
from games.models import Game, GiftOfTime
from games.services.clocks import CLOCK, put_off
from games.services.errors import (
    NoTimeToGive,
    NotRunning,
    OnHold,
    Refused,
    StaleVersion,
    StandsStill,
    TooManyGifts,
)
from games.services.live import check_may_act

GIFT = timedelta(hours=24)
MOST_GIFTS = 5
"""Of each side in a match."""


def give_time(*, game_id: int, seat: Seat, version: int, given: int | None = None) -> GiftOfTime:
    """Put off the other side's deadline by a day, while its clock runs.

    No move: the version stays. Hence `given`, how many gifts of its own the seat has seen: a
    second press of the button gives nothing. Raises NotRunning, StaleVersion, OnHold, StandsStill,
    NoTimeToGive and TooManyGifts.
    """
    with transaction.atomic():
        game = Game.objects.for_update().get(pk=game_id)
        if game.is_running:
            check_may_act(game, version)
        if given is not None and given != count_gifts(game, seat):
            raise StaleVersion
        if refusal := find_refusal(game, seat):
            raise refusal
        return _give(game, GIFT, is_by_staff=False)


def give_time_by_staff(game_id: int, hours: int) -> GiftOfTime:
    """Put off the deadline of the side to move. Raises NotRunning, OnHold, StandsStill, and
    NoTimeToGive against the computer."""
    with transaction.atomic():
        game = Game.objects.for_update().get(pk=game_id)
        if refusal := find_obstacle(game):
            raise refusal
        return _give(game, timedelta(hours=hours), is_by_staff=True)


def find_refusal(game: Game, seat: Seat) -> Refused | None:
    """Why the seat cannot give time now; None where it can. At most one query."""
    if obstacle := find_obstacle(game):
        return obstacle
    if game.is_turn_of(seat):
        return NoTimeToGive()
    return TooManyGifts(MOST_GIFTS) if count_gifts(game, seat) >= MOST_GIFTS else None


def count_gifts(game: Game, seat: Seat) -> int:
    """How often the seat has given time to the other side."""
    return GiftOfTime.objects.filter(game=game, seat=other(seat), by_staff=False).count()


def find_obstacle(game: Game) -> Refused | None:
    """What keeps everybody, the staff as well, from giving time to the side to move."""
    if not game.is_running:
        return NotRunning()
    if game.is_held:
        return OnHold()
    if game.clock is None:
        return NoTimeToGive()
    return None if isinstance(game.clock, Running) else StandsStill()


def _give(game: Game, amount: timedelta, *, is_by_staff: bool) -> GiftOfTime:
    now = clock.now()
    later = put_off(game, amount, at=now)
    game.save(update_fields=CLOCK)
    return GiftOfTime.objects.create(
        game=game,
        seat=as_seat(game.to_move or 0),
        by_staff=is_by_staff,
        amount=amount,
        deadline_at=later.deadline_at,
        at=now,
    )
