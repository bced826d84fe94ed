"""A sign-in against the end of the account: whoever comes second finds the other's work done."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from accounts.models import User
from accounts.sessions import sign_out_everywhere
from accounts.suspending import suspend
from tests.accounts.conftest import PASSWORD, code_in
from tests.accounts.test_leftovers import FRESH, assert_nothing_is_left
from tests.games.at_once import at_once, failures

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]

ROUNDS = 20
SETTINGS = reverse("accounts:settings")

Act = Callable[[], Any]


def make_member(number: int) -> User:
    user = User.objects.create_user(f"p{number}@example.com", PASSWORD, name=f"Player No {number}")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def ready_by_password(browser: Client, user: User) -> Act:
    form = {"login": user.email, "password": PASSWORD}
    return partial(browser.post, reverse("account_login"), form)


def ready_by_code(browser: Client, user: User) -> Act:
    browser.post(reverse("account_request_login_code"), {"email": user.email})
    code = code_in(mail.outbox[-1])
    return partial(browser.post, reverse("account_confirm_login_code"), {"code": code})


def ready_by_new_password(browser: Client, user: User) -> Act:
    browser.post(reverse("account_reset_password"), {"email": user.email})
    page = reverse("account_confirm_password_reset_code")
    browser.post(page, {"code": code_in(mail.outbox[-1])})
    form = {"password1": FRESH, "password2": FRESH}
    return partial(browser.post, reverse("account_complete_password_reset"), form)


def ready_to_rename(browser: Client, user: User) -> Act:
    browser.force_login(user)
    form = {"name": f"{user.name}b", "language": "en", "time_zone": "UTC"}
    return partial(browser.post, SETTINGS, form)


def ready_to_look(browser: Client, user: User) -> Act:
    browser.force_login(user)
    return partial(browser.get, SETTINGS)


READY = [ready_by_password, ready_by_code, ready_by_new_password, ready_to_rename, ready_to_look]


@pytest.mark.parametrize("ready", READY)
def test_closing_against_a_request_leaves_nothing_of_the_person(
    ready: Callable[[Client, User], Act],
) -> None:
    for number in range(ROUNDS):
        cache.clear()
        user, browser = make_member(number), Client()
        act = ready(browser, user)
        assert failures(at_once(partial(close_account, user), act)) == []
        assert_nothing_is_left(User.objects.get(pk=user.pk))
        assert browser.get(SETTINGS).status_code == 302


@pytest.mark.parametrize("ready", [ready_by_password, ready_by_code, ready_by_new_password])
@pytest.mark.parametrize("end", [suspend, sign_out_everywhere])
def test_end_of_the_sessions_against_a_sign_in(
    end: Callable[[User], None], ready: Callable[[Client, User], Act]
) -> None:
    for number in range(ROUNDS):
        cache.clear()
        user, browser = make_member(number), Client()
        act = ready(browser, user)
        assert failures(at_once(partial(end, user), act)) == []
        is_in = browser.get(SETTINGS).status_code == 200
        # Only a sign-in that began when all was over may go on.
        assert not is_in or (end is sign_out_everywhere and ready is ready_by_password)
