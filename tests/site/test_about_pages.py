"""What the site says of itself: privacy, terms, contact."""

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.core.internal.ratelimit import parse_rate
from django.conf import settings as site
from django.test import Client

from accounts import zones
from games.models import AddressStop
from games.services import housekeeping, idle_games, invitations
from games.services.address_stops import make_digest
from tests.games.factories import make_user

pytestmark = pytest.mark.django_db

PAGES = ("/privacy/", "/terms/", "/contact/")


@pytest.mark.parametrize("path", PAGES)
def test_page_is_linked_from_the_foot_of_every_page(client: Client, path: str) -> None:
    for page in ("/", *PAGES):
        assert f'href="{path}"' in client.get(page).content.decode()


@pytest.mark.parametrize("path", PAGES)
def test_page_gives_no_cookie_that_knows_anybody(client: Client, path: str) -> None:
    assert set(client.get(path).cookies) <= {site.CSRF_COOKIE_NAME}


def test_contact_shows_the_address_of_the_settings(client: Client, settings: Any) -> None:
    settings.CONTACT_ADDRESS = "hello@basra.example"
    assert 'href="mailto:hello@basra.example"' in client.get("/contact/").content.decode()


def test_privacy_names_the_cookies_that_a_member_is_given(client: Client) -> None:
    client.force_login(make_user())
    client.get("/accounts/settings/")
    saved = {"name": "Salma", "language": "en", "time_zone": "UTC"}
    assert client.post("/accounts/settings/", saved).status_code == 302
    given = {*client.cookies, zones.COOKIE}  # which a script sets
    page = client.get("/privacy/").content.decode()
    assert set(re.findall(r"<code>(\w+)</code>", page)) == given


def test_privacy_tells_the_ages_that_are_kept(
    client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.SESSION_COOKIE_AGE = 31 * 24 * 3600
    monkeypatch.setattr(housekeeping, "UNPROVEN_AGE", timedelta(days=32))
    monkeypatch.setattr(idle_games, "IDLE_AGE", timedelta(days=33))
    monkeypatch.setattr(invitations, "LIFETIME", timedelta(days=34))
    monkeypatch.setattr(housekeeping, "NOTICE_AGE", timedelta(days=35))
    monkeypatch.setattr(housekeeping, "VACATION_AGE", timedelta(days=36))
    monkeypatch.setattr(housekeeping, "LIFTED_AGE", timedelta(days=37))
    page = client.get("/privacy/").content.decode()
    for sentence in (
        "signed in until 31 days after your last visit",
        "whose address nobody proves goes after 32 days",
        "against the computer goes 33 days after its end",
        "a guest without games 33 days after coming",
        "that nobody answers ends after 34 days, and is forgotten 33 days after its end",
        "a mail is forgotten 35 days after it was sent",
        "a vacation 36 days after its end",
        "is forgotten 37 days after we may again",
    ):
        assert sentence in page


def test_privacy_is_right_that_counts_of_attempts_are_of_use_for_an_hour() -> None:
    limits = ",".join(site.ACCOUNT_RATE_LIMITS.values()).split(",")
    assert max(parse_rate(limit).duration for limit in limits) == timedelta(hours=1).seconds


def test_privacy_is_right_that_an_address_not_to_write_to_is_kept_unreadable() -> None:
    kept = {field.name: field for field in AddressStop._meta.fields}
    assert set(kept) == {"id", "digest", "reason", "at", "lifted_at"}
    assert "karim" not in make_digest("karim@example.com")


def test_privacy_is_right_about_who_sees_a_hand(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    assert "While a round is played, a hand is shown to nobody but the one who holds it" in page


def test_privacy_is_right_that_no_other_site_is_loaded(client: Client) -> None:
    policy = client.get("/privacy/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert not site.SOCIALACCOUNT_STORE_TOKENS
