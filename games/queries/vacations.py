"""Who is away, how many hours they have left, and what their stays do to the clocks."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from games.engine.pair import Seat, as_seat
from games.models import Game, Player, Vacation
from games.models import Seat as SeatRow
from games.queries.lists import find_others
from games.stays import HOURS_A_YEAR, Stay, start_of, year_of


@dataclass(frozen=True, slots=True)
class Stays:
    """A member's stays that touch a year, the latest first; one that lasts is counted until now."""

    year: int
    rows: Sequence[Vacation]
    now: datetime

    @property
    def lasting(self) -> Vacation | None:
        """The one that nobody has ended yet."""
        return next((row for row in self.rows if row.is_on), None)

    @property
    def hours_used(self) -> int:
        return sum(self.count(row) for row in self.rows)

    @property
    def hours_left(self) -> int:
        return max(0, HOURS_A_YEAR - self.hours_used)

    def count(self, row: Vacation) -> int:
        """The hours of that year that the stay has used."""
        return Stay(row.began_at, row.ended_at or self.now).count_in(self.year)


@dataclass(frozen=True, slots=True)
class ClockRow:
    """A running game between people: where its player sits, and who is opposite."""

    game: Game
    you: Seat
    other: SeatRow

    @property
    def is_your_turn(self) -> bool:
        return self.game.is_turn_of(self.you)


@dataclass(frozen=True, slots=True)
class Clocks:
    """The games of a member that a vacation stops, and those that go on, the first due first."""

    stopping: tuple[ClockRow, ...]
    going_on: tuple[ClockRow, ...]


def find_vacation(user_id: int) -> Vacation | None:
    """The one that lasts, if any. One look into an index."""
    return Vacation.objects.on().filter(user=user_id).first()


def find_saved_opponent(vacation: Vacation) -> SeatRow | None:
    """Who is opposite in the game for which the vacation began; None where it was no game's."""
    if vacation.saved_game_id is None:
        return None
    seats = SeatRow.objects.filter(game=vacation.saved_game_id).exclude(user=vacation.user_id)
    return seats.select_related("game", "user", "guest").first()


def list_stays(user_id: int, now: datetime) -> Stays:
    """Those of the year of `now`, and the hours that they leave. One query."""
    year = year_of(now)
    touching = Q(ended_at__isnull=True) | Q(ended_at__gte=start_of(year))
    rows = Vacation.objects.filter(touching, user=user_id).order_by("-began_at")
    return Stays(year=year, rows=tuple(rows), now=now)


def get_hours_left(user_id: int, now: datetime) -> int:
    """Of the year of `now`, one that lasts counted until now. One query."""
    return list_stays(user_id, now).hours_left


def list_clocks(user_id: int) -> Clocks:
    """The member's running games with people. Two queries."""
    mine = SeatRow.objects.of(Player(user_id=user_id)).select_related("game")
    seats = list(mine.filter(game__in=Game.objects.running(), game__computer_seat__isnull=True))
    others = find_others(seats)
    rows = [ClockRow(seat.game, as_seat(seat.index), others[seat.game_id]) for seat in seats]
    rows.sort(key=_urgency)
    return Clocks(
        stopping=tuple(row for row in rows if row.game.stops_for_vacation),
        going_on=tuple(row for row in rows if not row.game.stops_for_vacation),
    )


def _urgency(row: ClockRow) -> tuple[bool, float]:
    """The clocks of the other side come last."""
    moment = row.game.deadline_at or row.game.last_play_at
    return not row.is_your_turn, moment.timestamp()
