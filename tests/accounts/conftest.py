"""People, browsers and mailboxes."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.other_site import OtherSite, sites_with_all_keys

PASSWORD = "tea-with-mint-7"
ADDRESS = "salma@example.com"

SIGNUP = {"email": ADDRESS, "name": "Salma", "password1": PASSWORD, "time_zone": "Africa/Cairo"}

Member = Callable[..., User]


@pytest.fixture(autouse=True)
def fresh_limits(request: pytest.FixtureRequest) -> None:
    """Rate limits live in the cache; a test begins with none used up."""
    if {"db", "transactional_db"} & set(request.fixturenames):
        cache.clear()


@pytest.fixture
def make_member(db: None) -> Member:
    """Stores a person whose address is proven."""

    def make(name: str = "Salma", email: str = ADDRESS, **fields: object) -> User:
        user = User.objects.create_user(email, PASSWORD, name=name, **fields)
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    return make


@pytest.fixture
def member(make_member: Member) -> User:
    return make_member()


@pytest.fixture
def member_client(member: User) -> Client:
    """A browser in which the member signed in a while ago."""
    browser = Client()
    browser.force_login(member)
    return browser


def code_in(message: mail.EmailMessage) -> str:
    found = re.search(r"^\d{4}-\d{4}$", str(message.body), re.MULTILINE)
    assert found, message.body
    return found.group()


@pytest.fixture
def other_site(settings: Any, monkeypatch: pytest.MonkeyPatch) -> OtherSite:
    """Every other site has its keys, and this one answers for them all."""
    settings.SOCIALACCOUNT_PROVIDERS = sites_with_all_keys(monkeypatch)
    site = OtherSite()
    monkeypatch.setattr(
        "requests.adapters.HTTPAdapter.send",
        lambda _adapter, request, **_options: site.send(request),
    )
    return site


def confirm_password(browser: Client) -> None:
    """What a page asks for before it shows what is delicate."""
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
