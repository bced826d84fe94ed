"""Hours by the wall clock, through every change of summer time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.services.local_hours import find_end, find_next_hour, is_between

ZONES = [
    "Europe/London",
    "Africa/Cairo",
    "Pacific/Chatham",
    "Pacific/Auckland",
    "Australia/Lord_Howe",
    "America/Santiago",
    "Asia/Tokyo",
    "UTC",
]
QUARTER = timedelta(minutes=15)

zones = st.sampled_from(ZONES).map(ZoneInfo)
hours = st.integers(0, 23)
moments = st.integers(0, 3 * 366 * 24 * 60).map(
    lambda minutes: datetime(2026, 1, 1, tzinfo=UTC) + timedelta(minutes=minutes)
)


def at(text: str, zone: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def shown(moment: datetime, zone: str) -> str:
    return moment.astimezone(ZoneInfo(zone)).isoformat(timespec="minutes")


@pytest.mark.parametrize(
    ("now", "first", "last", "is_quiet"),
    [
        ("2026-12-01T21:59", 22, 8, False),
        ("2026-12-01T22:00", 22, 8, True),
        ("2026-12-02T00:00", 22, 8, True),
        ("2026-12-02T07:59", 22, 8, True),
        ("2026-12-02T08:00", 22, 8, False),
        ("2026-12-02T13:00", 13, 15, True),
        ("2026-12-02T15:00", 13, 15, False),
        ("2026-12-02T12:59", 13, 15, False),
        ("2026-12-02T23:30", 23, 0, True),
        ("2026-12-02T00:00", 23, 0, False),
    ],
)
def test_hours_over_midnight_or_not(now: str, first: int, last: int, is_quiet: bool) -> None:
    moment = at(now, "Africa/Cairo")
    assert is_between(moment, first, last, zone=ZoneInfo("Africa/Cairo")) == is_quiet


@pytest.mark.parametrize(
    ("zone", "now", "first", "last", "end"),
    [
        ("Africa/Cairo", "2026-12-01T22:10", 22, 8, "2026-12-02T08:00+02:00"),
        # Clocks go forward: the night is an hour shorter, and 01:00 is not there.
        ("Europe/London", "2026-03-28T23:00", 22, 8, "2026-03-29T08:00+01:00"),
        ("Europe/London", "2026-03-29T00:30", 22, 1, "2026-03-29T02:00+01:00"),
        # Clocks go back: the night is an hour longer, and 01:00 is there twice.
        ("Europe/London", "2026-10-25T00:30", 22, 8, "2026-10-25T08:00+00:00"),
        ("Europe/London", "2026-10-25T00:30", 22, 2, "2026-10-25T02:00+00:00"),
        ("Europe/London", "2026-10-25T00:30", 22, 1, "2026-10-25T01:00+01:00"),
        # In Cairo they change at midnight.
        ("Africa/Cairo", "2026-04-23T22:30", 22, 0, "2026-04-24T01:00+03:00"),
        ("Africa/Cairo", "2026-10-29T22:30", 22, 0, "2026-10-30T00:00+02:00"),
        # Chatham lies a quarter of an hour off, and so do its changes.
        ("Pacific/Chatham", "2026-09-27T01:00", 22, 3, "2026-09-27T03:45+13:45"),
        ("Pacific/Chatham", "2026-09-26T23:10", 22, 8, "2026-09-27T08:00+13:45"),
        ("Asia/Tokyo", "2026-06-01T23:59", 22, 8, "2026-06-02T08:00+09:00"),
    ],
)
def test_end_of_the_quiet(zone: str, now: str, first: int, last: int, end: str) -> None:
    found = find_end(at(now, zone), first, last, zone=ZoneInfo(zone))
    assert shown(found, zone) == end


@pytest.mark.parametrize(
    ("zone", "now", "hour", "next_"),
    [
        ("Africa/Cairo", "2026-12-01T17:59", 18, "2026-12-01T18:00+02:00"),
        ("Africa/Cairo", "2026-12-01T18:00", 18, "2026-12-02T18:00+02:00"),
        ("Europe/London", "2026-03-29T00:10", 1, "2026-03-29T02:00+01:00"),
        ("Europe/London", "2026-10-25T00:10", 1, "2026-10-25T01:00+01:00"),
        ("Africa/Cairo", "2026-04-23T12:00", 0, "2026-04-24T01:00+03:00"),
        ("Africa/Cairo", "2026-10-29T12:00", 23, "2026-10-29T23:00+03:00"),
        ("Pacific/Chatham", "2026-09-26T12:00", 3, "2026-09-27T03:45+13:45"),
    ],
)
def test_next_hour(zone: str, now: str, hour: int, next_: str) -> None:
    found = find_next_hour(at(now, zone), hour, zone=ZoneInfo(zone))
    assert shown(found, zone) == next_


def test_hour_that_comes_twice_has_one_daily_mail() -> None:
    zone = ZoneInfo("Europe/London")
    first = find_next_hour(at("2026-10-24T12:00", "Europe/London"), 1, zone=zone)
    assert find_next_hour(first, 1, zone=zone) - first == timedelta(hours=25)


@given(moments, hours, hours, zones)
def test_quiet_ends_at_the_first_quarter_that_is_not_quiet(
    moment: datetime, first: int, last: int, zone: ZoneInfo
) -> None:
    if first == last:
        return
    end = find_end(moment, first, last, zone=zone)
    assert moment <= end <= moment + timedelta(hours=25)
    assert not is_between(end, first, last, zone=zone)
    at_quarter = moment
    while at_quarter < end:
        assert is_between(at_quarter, first, last, zone=zone)
        at_quarter += QUARTER


@given(moments, hours, zones)
def test_daily_hour_comes_once_each_day_of_the_calendar(
    moment: datetime, hour: int, zone: ZoneInfo
) -> None:
    found = find_next_hour(moment, hour, zone=zone)
    following = find_next_hour(found, hour, zone=zone)
    assert moment < found <= moment + timedelta(hours=26)
    days = (following.astimezone(zone).date() - found.astimezone(zone).date()).days
    assert days == 1
    local = found.astimezone(zone)
    assert (local.hour, local.minute) == (hour, 0) or _is_left_out(local, hour)


def _is_left_out(local: datetime, hour: int) -> bool:
    """Whether the clocks jumped over that hour to this moment."""
    before = (local.astimezone(UTC) - QUARTER).astimezone(local.tzinfo)
    return before.utcoffset() != local.utcoffset() and local.hour >= hour
