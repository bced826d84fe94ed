"""The desk's filter by days and months."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Guest
from tests.desk import is_led_back
from tests.games.factories import make_user
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 3, 14, 12, tzinfo=UTC)
LIST = "/admin/games/guest/"


@pytest.fixture(autouse=True)
def _stopped_clock() -> Iterator[None]:
    with clock.stopped_at(NOW):
        yield


@pytest.fixture
def staff(client: Client) -> Client:
    client.force_login(make_user(is_staff=True, is_superuser=True))
    return client


def find_ages(client: Client, when: str) -> list[int]:
    """How many days ago those came who are listed, of whom came today, yesterday and so on."""
    for ago in (0, 1, 6, 8, 20, 40, 400):
        Guest.objects.create(created_at=NOW - timedelta(days=ago))
    answer = client.get(LIST, {"when": when})
    return [(NOW - guest.created_at).days for guest in answer.context["cl"].result_list]


@pytest.mark.parametrize(
    ("when", "ages"),
    [
        ("today", [0]),
        ("week", [0, 1, 6]),
        ("2026-03", [0, 1, 6, 8]),
        ("2026-02", [20, 40]),
        ("2026-03-13", [1]),
        ("before", [400]),
    ],
)
def test_period_leaves_its_days(staff: Client, when: str, ages: list[int]) -> None:
    assert find_ages(staff, when) == ages


@pytest.mark.parametrize("zone", ["Pacific/Auckland", "America/Los_Angeles"])
@pytest.mark.parametrize(
    "when", ["9999-12-31", "9999-12", "0001-01-01", "0001-01", "2026-02-30", "2026-13", "soon"]
)
def test_period_that_is_none_is_no_failure(client: Client, when: str, zone: str) -> None:
    client.force_login(make_user(is_staff=True, is_superuser=True, time_zone=zone))
    assert client.get(LIST, {"when": when}).status_code in (200, 302)


def test_days_are_those_of_the_readers_time_zone(client: Client) -> None:
    client.force_login(make_user(is_staff=True, is_superuser=True, time_zone="Pacific/Auckland"))
    guest = Guest.objects.create(created_at=NOW - timedelta(hours=2))  # late on the 14th there
    answer = client.get(LIST, {"when": "2026-03-14"})
    assert list(answer.context["cl"].result_list) == [guest]
    late = Guest.objects.create(created_at=NOW)  # an hour into the 15th there
    answer = client.get(LIST, {"when": "today"})
    assert list(answer.context["cl"].result_list) == [late]


def test_month_chosen_opens_its_days(staff: Client) -> None:
    page = staff.get(LIST, {"when": "2026-02"}).content.decode()
    assert "?when=2026-02-28" in page
    assert "?when=2026-02-29" not in page
    assert "?when=2026-03-01" not in page


@pytest.mark.parametrize("when", ["soon", "2026", "2026-13", "2026-02-30", "9999-12", "0000-01"])
def test_period_that_is_none_leads_back(staff: Client, when: str) -> None:
    assert is_led_back(staff.get(LIST, {"when": when}))


def test_filter_asks_the_database_nothing(staff: Client) -> None:
    Guest.objects.create()
    staff.get(LIST)
    with count_queries() as sent:
        staff.get(LIST)
    assert not [sql for sql in sent if "MIN(" in sql or "DISTINCT" in sql]
