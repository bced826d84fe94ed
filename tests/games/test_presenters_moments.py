"""Days and moments, told in the reader's zone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.utils import timezone

from games.presenters.moments import tell_day, tell_moment, tell_since

MONDAY = datetime(2026, 12, 14, 23, 48, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _cairo() -> Iterator[None]:
    with timezone.override(ZoneInfo("Africa/Cairo")):
        yield


def test_moment_is_told_in_the_readers_zone_and_names_it() -> None:
    assert tell_moment(MONDAY, now=MONDAY) == "Tuesday 15 December, 01:48 (Cairo)"


def test_day_of_another_year_names_its_year() -> None:
    assert tell_day(MONDAY, now=MONDAY + timedelta(days=60)) == "Tuesday 15 December 2026"


def test_year_turns_in_the_readers_zone() -> None:
    midnight = datetime(2026, 12, 31, 22, 30, tzinfo=UTC)
    assert tell_day(MONDAY, now=midnight) == "Tuesday 15 December 2026"


def test_late_moment_is_told_by_weekday_and_time() -> None:
    assert tell_since(MONDAY, now=MONDAY + timedelta(days=5)) == "Tuesday 01:48"


def test_old_moment_is_told_by_its_day() -> None:
    assert tell_since(MONDAY, now=MONDAY + timedelta(days=6)) == "Tuesday 15 December"
