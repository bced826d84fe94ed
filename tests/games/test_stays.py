"""Hours of vacation: whole ones, of calendar years in UTC."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.stays import HOUR, HOURS_A_YEAR, Stay, find_last_moment, start_of, year_of

NOON = datetime(2026, 7, 1, 12, tzinfo=UTC)
EVE = datetime(2026, 12, 31, 22, 30, tzinfo=UTC)


@pytest.mark.parametrize(
    ("lasting", "hours"),
    [
        (timedelta(), 1),
        (timedelta(seconds=1), 1),
        (timedelta(hours=1), 1),
        (timedelta(hours=1, microseconds=1), 2),
        (timedelta(days=30), HOURS_A_YEAR),
    ],
)
def test_stay_is_rounded_up_to_whole_hours(lasting: timedelta, hours: int) -> None:
    assert Stay(NOON, NOON + lasting).hours == hours


def test_stay_over_new_year_is_split_by_where_its_hours_begin() -> None:
    stay = Stay(EVE, EVE + timedelta(hours=4))
    assert [stay.count_in(year) for year in (2025, 2026, 2027, 2028)] == [0, 2, 2, 0]


def test_stay_that_ends_at_midnight_of_new_year_is_of_the_old_one() -> None:
    stay = Stay(EVE, start_of(2027))
    assert [stay.count_in(year) for year in (2026, 2027)] == [2, 0]


def test_year_is_that_of_utc_wherever_its_person_is() -> None:
    auckland = timezone(timedelta(hours=13))
    assert year_of(datetime(2027, 1, 1, 12, 59, tzinfo=auckland)) == 2026
    assert year_of(datetime(2027, 1, 1, 13, tzinfo=auckland)) == 2027


def test_last_moment_within_a_year() -> None:
    assert find_last_moment(NOON, left=5) == NOON + timedelta(hours=5)


def test_last_moment_with_hours_short_of_new_year() -> None:
    assert find_last_moment(EVE, left=1) == EVE + HOUR


def test_last_moment_with_hours_beyond_new_year_adds_those_of_the_next() -> None:
    assert find_last_moment(EVE, left=2) == EVE + (2 + HOURS_A_YEAR) * HOUR


moments = st.integers(0, 2 * 365 * 24 * 60).map(lambda n: start_of(2026) + timedelta(minutes=n))
spans = st.timedeltas(timedelta(), timedelta(days=60))


@given(moments, spans)
def test_years_share_all_hours_of_a_stay(began_at: datetime, lasting: timedelta) -> None:
    stay = Stay(began_at, began_at + lasting)
    assert sum(stay.count_in(year) for year in range(2025, 2030)) == stay.hours


@given(moments, st.integers(1, HOURS_A_YEAR))
def test_no_year_gives_more_than_it_has_until_the_last_moment(
    began_at: datetime, left: int
) -> None:
    stay = Stay(began_at, find_last_moment(began_at, left=left))
    year = year_of(began_at)
    assert stay.count_in(year) <= left
    assert stay.count_in(year + 1) in (0, HOURS_A_YEAR)
    assert stay.count_in(year) == left or stay.count_in(year + 1) == HOURS_A_YEAR
