"""What has been added to the clock of a game, and why."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.deadlines import Running
from games.engine.pair import Seat, other
from games.models import Game, GiftOfTime, Outage

OUTAGE_TOLD = timedelta(days=3)
"""So long everybody is told that deadlines were put off."""


@dataclass(frozen=True, slots=True)
class AddedTime:
    """Gifts of the whole match, in order, and the outage of the last days."""

    gifts: Sequence[GiftOfTime] = ()
    outage: Outage | None = None

    def count_gifts_of(self, seat: Seat, *, since: datetime | None = None) -> int:
        """How many times the seat has given time to the other one."""
        given = [gift for gift in self.gifts if since is None or gift.at >= since]
        return sum(gift.seat == other(seat) and not gift.by_staff for gift in given)


def get_added_time(game: Game, *, now: datetime) -> AddedTime:
    """Two queries."""
    gifts = GiftOfTime.objects.filter(game=game).order_by("at")
    return AddedTime(gifts=list(gifts), outage=find_outage(now))


def find_added_time(game: Game, *, now: datetime) -> AddedTime:
    """As `get_added_time`; no query where the turn is not longer than was agreed."""
    return get_added_time(game, now=now) if has_added_time(game) else AddedTime()


def has_added_time(game: Game) -> bool:
    """Whether the clock runs towards a later moment than its turn began with."""
    if game.pace is None or not isinstance(game.clock, Running):
        return False
    return game.clock.bank_at > game.last_play_at + timedelta(hours=game.pace)


def find_outage(now: datetime) -> Outage | None:
    """The latest one, while it is still told. One query."""
    recent = Outage.objects.filter(ended_at__gt=now - OUTAGE_TOLD)
    return recent.order_by("-ended_at").first()
