"""Signing out everywhere at once."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.sessions import sign_out_everywhere
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db

SETTINGS = "/accounts/settings/"
BUTTON = "/accounts/sign-out-everywhere/"


def browser_of(user: User) -> Client:
    browser = Client()
    browser.force_login(user)
    return browser


def is_signed_in(browser: Client) -> bool:
    return browser.get(SETTINGS).status_code == 200


def test_sign_out_everywhere_ends_every_session(member: User) -> None:
    browsers = [browser_of(member), browser_of(member)]
    sign_out_everywhere(member)
    assert [is_signed_in(browser) for browser in browsers] == [False, False]


def test_sign_out_everywhere_leaves_others_alone(member: User, make_member: Member) -> None:
    other = browser_of(make_member("Nadia", "nadia@example.com"))
    sign_out_everywhere(member)
    assert is_signed_in(other)


def test_sign_out_everywhere_lets_the_person_in_again(member: User) -> None:
    sign_out_everywhere(member)
    assert is_signed_in(browser_of(member))


def test_button_keeps_this_browser_and_ends_the_others(member: User) -> None:
    this, other = browser_of(member), browser_of(member)
    assert this.post(BUTTON).url == SETTINGS
    assert is_signed_in(this)
    assert not is_signed_in(other)


def test_button_by_get_ends_nothing(member: User) -> None:
    this, other = browser_of(member), browser_of(member)
    assert this.get(BUTTON).url == SETTINGS
    assert is_signed_in(other)


def test_button_of_a_stranger_leads_to_sign_in(client: Client) -> None:
    assert client.post(BUTTON).url.startswith(reverse("account_login"))


def test_session_outlives_a_new_secret_key(member: User, settings: Any) -> None:
    browser = browser_of(member)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    # The hash of the session is that of the old key.
    assert member.get_session_auth_hash() not in browser.session.values()
    assert browser.session["_auth_user_hash"] in set(member.get_session_auth_fallback_hash())


def test_session_of_an_old_key_ends_with_the_others(member: User, settings: Any) -> None:
    browser = browser_of(member)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another"
    sign_out_everywhere(member)
    assert browser.session["_auth_user_hash"] not in set(member.get_session_auth_fallback_hash())
