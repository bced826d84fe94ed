"""People in Cairo, London and Auckland, through both changes of the year: not a minute is wrong."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import combinations
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games import clock
from games.models import Game, Player
from games.presenters.moments import tell_moment
from games.services.time_out import end_due
from tests.games.factories import make_game, make_user, play_any

pytestmark = pytest.mark.django_db

ZONES = ("Africa/Cairo", "Europe/London", "Pacific/Auckland")
TURN = timedelta(hours=48)
SECOND = timedelta(seconds=1)

# All three change within these weeks.
SEASONS = {
    "spring": (datetime(2026, 3, 27, 9, tzinfo=UTC), datetime(2026, 4, 27, tzinfo=UTC)),
    "autumn": (datetime(2026, 9, 24, 9, tzinfo=UTC), datetime(2026, 11, 1, tzinfo=UTC)),
}


def test_all_zones_change_within_the_seasons() -> None:
    for first, last in SEASONS.values():
        for zone in map(ZoneInfo, ZONES):
            assert first.astimezone(zone).utcoffset() != last.astimezone(zone).utcoffset()


# A turn of 48 hours that begins at noon in the zone, the day before its clocks change; then the
# last reminder, 4.8 hours before the end.
TOLD = [
    ("Europe/London", "2026-03-28 12:00", "Monday 30 March, 13:00 (London)", "08:12"),
    ("Africa/Cairo", "2026-04-23 12:00", "Saturday 25 April, 13:00 (Cairo)", "08:12"),
    ("Pacific/Auckland", "2026-04-04 12:00", "Monday 6 April, 11:00 (Auckland)", "06:12"),
    ("Pacific/Auckland", "2026-09-26 12:00", "Monday 28 September, 13:00 (Auckland)", "08:12"),
    ("Europe/London", "2026-10-24 12:00", "Monday 26 October, 11:00 (London)", "06:12"),
    ("Africa/Cairo", "2026-10-29 12:00", "Saturday 31 October, 11:00 (Cairo)", "06:12"),
    ("Asia/Amman", "2026-10-29 12:00", "Saturday 31 October, 12:00 (Amman)", "07:12"),
]


@pytest.mark.parametrize(("zone", "begun", "end", "reminded"), TOLD, ids=str)
def test_deadline_is_told_in_the_readers_zone(
    zone: str, begun: str, end: str, reminded: str
) -> None:
    begun_at = datetime.fromisoformat(begun).replace(tzinfo=ZoneInfo(zone))
    with clock.stopped_at(begun_at):
        game = make_game()
    game.refresh_from_db()
    assert game.deadline_at is not None
    with timezone.override(ZoneInfo(zone)):
        assert tell_moment(game.deadline_at, now=begun_at) == end
    last_at = game.deadline_at - timedelta(hours=4.8)
    assert f"{last_at.astimezone(ZoneInfo(zone)):%H:%M}" == reminded


@pytest.mark.parametrize("season", SEASONS)
def test_games_go_through_a_season_without_a_wrong_minute(season: str) -> None:
    """A turn lasts 48 hours of the world's time wherever its person lives; sweeps watch it all."""
    first, last = SEASONS[season]
    with clock.stopped_at(first):
        games = [make_game(*pair) for pair in combinations(make_people(), 2)]
    Game.objects.update(stops_for_vacation=False)
    for moment in every_turn(first, last):
        for game in games:
            game.refresh_from_db()
            assert game.deadline_at is not None
            assert game.deadline_at.timestamp() - game.last_play_at.timestamp() == 48 * 3600
        with clock.stopped_at(moment):
            assert end_due() == 0
            for game in games:
                play_any(game)


def make_people() -> list[Player]:
    return [Player(user_id=make_user(time_zone=zone).pk) for zone in ZONES]


def every_turn(first: datetime, last: datetime) -> Iterator[datetime]:
    """A second before the end of each turn: whoever counted an hour too few would have lost."""
    moment = first
    while moment < last:
        moment += TURN - SECOND
        yield moment
