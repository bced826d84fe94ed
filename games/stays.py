"""How long stays away last, in whole hours of calendar years (UTC). Moments and numbers only."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

HOUR = timedelta(hours=1)
HOURS_A_YEAR = 30 * 24


@dataclass(frozen=True, slots=True)
class Stay:
    """A stay away from one moment to another."""

    began_at: datetime
    ended_at: datetime

    @property
    def hours(self) -> int:
        """Whole hours: one that has begun counts, and one at least."""
        return max(1, _count_begun(self.began_at, self.ended_at))

    def count_in(self, year: int) -> int:
        """The hours that begin in that year."""
        return self._count_before(year + 1) - self._count_before(year)

    def _count_before(self, year: int) -> int:
        return min(self.hours, _count_begun(self.began_at, start_of(year)))


def year_of(moment: datetime) -> int:
    """The year to whose hours the moment belongs: UTC, the same for everybody."""
    return moment.astimezone(UTC).year


def start_of(year: int) -> datetime:
    return datetime(year, 1, 1, tzinfo=UTC)


def find_last_moment(began_at: datetime, *, left: int) -> datetime:
    """When a stay that begins then has used all hours: what is left of this year's, and those of
    the next year if it lasts until then."""
    until_new_year = _count_begun(began_at, start_of(year_of(began_at) + 1))
    hours = left if left < until_new_year else until_new_year + HOURS_A_YEAR
    return began_at + hours * HOUR


def _count_begun(since: datetime, until: datetime) -> int:
    return max(0, -((since - until) // HOUR))
