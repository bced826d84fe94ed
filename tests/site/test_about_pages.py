"""What the site says of itself: privacy, terms, contact."""

from datetime import timedelta
from typing import Any

import pytest
from django.conf import settings as site
from django.test import Client

from games.services import housekeeping, invitations

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


def test_privacy_names_every_cookie_that_the_site_can_set(client: Client) -> None:
    page = client.get("/privacy/").content.decode()
    for name in (site.SESSION_COOKIE_NAME, site.CSRF_COOKIE_NAME, "messages"):
        assert f"<code>{name}</code>" in page


def test_privacy_tells_the_ages_that_the_housekeeping_keeps() -> None:
    """Whoever changes one of these changes the page as well."""
    signed_in = timedelta(seconds=site.SESSION_COOKIE_AGE)
    assert signed_in.days == 60
    assert housekeeping.IDLE_AGE.days == 60
    assert housekeeping.NOTICE_AGE.days == 90
    assert housekeeping.UNPROVEN_AGE.days == 14
    assert invitations.LIFETIME.days == 14


def test_privacy_is_right_that_no_other_site_is_loaded(client: Client) -> None:
    policy = client.get("/privacy/").headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert not site.SOCIALACCOUNT_STORE_TOKENS
