"""The zone of a member's browser, where it is not that of the settings."""

from datetime import UTC, datetime

import pytest
from django.test import Client

from accounts.models import User
from accounts.zones import tell_alike

pytestmark = pytest.mark.django_db

OFFER = "Use the browser’s"
NOW = datetime(2026, 7, 1, tzinfo=UTC)


@pytest.fixture
def cairo_client(member_client: Client, member: User) -> Client:
    """A member who has chosen London, on a journey."""
    User.objects.filter(pk=member.pk).update(time_zone="Europe/London")
    member_client.cookies["time_zone"] = "Africa/Cairo"
    return member_client


def read(client: Client) -> str:
    return client.get("/accounts/settings/").content.decode()


def zone_of(member: User) -> str:
    return User.objects.get(pk=member.pk).time_zone


def test_zone_of_the_browser_is_offered(cairo_client: Client) -> None:
    assert OFFER in read(cairo_client)


def test_zone_of_the_browser_is_taken_on_a_press(cairo_client: Client, member: User) -> None:
    answer = cairo_client.post("/accounts/time-zone/")
    assert answer.headers["Location"] == "/accounts/settings/"
    assert zone_of(member) == "Africa/Cairo"
    assert OFFER not in read(cairo_client)


def test_looking_takes_nothing(cairo_client: Client, member: User) -> None:
    cairo_client.get("/accounts/time-zone/")
    assert zone_of(member) == "Europe/London"


def test_zone_that_is_none_is_not_taken(cairo_client: Client, member: User) -> None:
    cairo_client.cookies["time_zone"] = "Mars/Base"
    cairo_client.post("/accounts/time-zone/")
    assert zone_of(member) == "Europe/London"
    assert OFFER not in read(cairo_client)


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Asia/Kolkata", "Asia/Calcutta", True),
        ("Europe/Berlin", "Europe/Paris", True),
        ("Europe/London", "Africa/Abidjan", False),
        ("Africa/Lagos", "Europe/Berlin", False),
    ],
)
def test_zones_are_alike_where_clocks_show_the_same_all_year(
    one: str, other: str, alike: bool
) -> None:
    assert tell_alike(one, other, now=NOW) is alike
