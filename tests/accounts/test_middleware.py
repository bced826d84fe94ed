"""Language, time zone and session of whoever asks."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.urls import path, reverse
from django.utils import timezone, translation

from accounts.decorators import without_person
from accounts.models import User
from basra_site import urls as site

pytestmark = pytest.mark.django_db


def tell(_request: HttpRequest) -> HttpResponse:
    return HttpResponse(f"{translation.get_language()} {timezone.get_current_timezone_name()}")


@without_person
def tell_nobody(request: HttpRequest) -> HttpResponse:
    return tell(request)


handler404 = site.handler404
urlpatterns = [*site.urlpatterns, path("tell/", tell), path("tell-nobody/", tell_nobody)]


@pytest.fixture(autouse=True)
def _urls(settings: Any) -> None:
    settings.ROOT_URLCONF = __name__


def test_page_speaks_the_members_language_and_time_zone(
    member_client: Client, member: User
) -> None:
    User.objects.filter(pk=member.pk).update(language="ar", time_zone="Africa/Cairo")
    response = member_client.get("/tell/", headers={"accept-language": "en"})
    assert response.content == b"ar Africa/Cairo"
    assert response["Content-Language"] == "ar"


def test_page_speaks_a_guests_browser_language_in_utc(client: Client) -> None:
    assert client.get("/tell/", headers={"accept-language": "ar"}).content == b"ar UTC"


def test_page_speaks_in_the_time_zone_of_a_guests_browser(client: Client) -> None:
    client.cookies["time_zone"] = "Africa/Cairo"
    assert client.get("/tell/").content == b"en Africa/Cairo"


@pytest.mark.parametrize("zone", ["Mars/Base", "../../etc/passwd", "", "a" * 5000])
def test_nonsense_for_a_zone_is_utc(client: Client, zone: str) -> None:
    client.cookies["time_zone"] = zone
    assert client.get("/tell/").content == b"en UTC"


def test_page_keeps_to_the_members_zone_in_whatever_browser(
    member_client: Client, member: User
) -> None:
    User.objects.filter(pk=member.pk).update(time_zone="Africa/Cairo")
    member_client.cookies["time_zone"] = "Pacific/Auckland"
    assert member_client.get("/tell/").content == b"en Africa/Cairo"


def test_page_after_a_members_page_has_no_trace_of_it(
    member_client: Client, member: User, client: Client
) -> None:
    User.objects.filter(pk=member.pk).update(language="ar", time_zone="Africa/Cairo")
    member_client.get("/tell/")
    assert client.get("/tell/").content == b"en UTC"


def test_page_for_a_member_with_forgotten_choices_falls_back(
    member_client: Client, member: User
) -> None:
    User.objects.filter(pk=member.pk).update(language="tlh", time_zone="Mars/Base")
    assert member_client.get("/tell/").content == b"en UTC"


def test_page_for_nobody_asks_the_database_nothing(
    member_client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(0):
        member_client.get("/tell-nobody/")


def test_page_for_a_member_reads_session_and_user_and_notes_the_visit(
    member_client: Client, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(3):
        member_client.get("/tell/")


def test_session_in_use_is_prolonged_once_a_day(member_client: Client) -> None:
    session = member_client.session
    session["last_day"] = "2020-01-01"
    session.save()
    soon = timezone.now() + timedelta(days=1)
    Session.objects.update(expire_date=soon)
    member_client.get("/tell/")
    assert Session.objects.get().expire_date > soon + timedelta(days=50)


def test_visit_of_a_stranger_makes_no_session(client: Client) -> None:
    client.get(reverse("account_login"))
    assert not Session.objects.exists()


@pytest.mark.parametrize(
    "name", ["games:home", "games:new", "games:rules", "accounts:settings", "account_email"]
)
def test_page_for_a_member_is_kept_by_no_cache(member_client: Client, name: str) -> None:
    kept = member_client.get(reverse(name))["Cache-Control"]
    assert {"private", "no-store"} <= set(kept.split(", "))


def test_missing_page_for_a_member_is_kept_by_no_cache(member_client: Client) -> None:
    assert "no-store" in member_client.get("/no/such/page/")["Cache-Control"]


def test_page_for_a_guest_is_kept_by_no_cache(client: Client) -> None:
    client.post(reverse("games:quick_start"))
    assert "no-store" in client.get(reverse("games:home"))["Cache-Control"]


def test_page_for_a_stranger_may_be_kept(client: Client) -> None:
    assert "Cache-Control" not in client.get(reverse("games:rules"))
