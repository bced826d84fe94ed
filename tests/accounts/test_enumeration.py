"""Nobody learns from an answer whether an address has an account."""

import re
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import hashers
from django.core import mail
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.limits import lasting
from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP

pytestmark = pytest.mark.django_db

UNKNOWN = "nobody@example.com"


def answers(path: str, *posts: dict[str, str]) -> list[tuple[object, ...]]:
    """Status, target and page of each request and of the page it leads to; addresses masked."""
    browser = Client()
    steps: list[tuple[object, ...]] = []
    for data in posts:
        response = browser.post(path, data)
        steps.append((response.status_code, masked(response.content)))
        if response.status_code == 302:
            path = response.headers["Location"]
            steps.append((path, masked(browser.get(path).content)))
    return steps


def masked(page: bytes) -> str:
    text = page.decode()
    for address in (ADDRESS, UNKNOWN):
        text = text.replace(address, "ADDRESS")
    return re.sub(r'(csrfmiddlewaretoken" value=|X-CSRFToken": )"[^"]+"', r"\1TOKEN", text)


@pytest.mark.parametrize(
    ("name", "field"),
    [("account_request_login_code", "email"), ("account_reset_password", "email")],
)
def test_code_for_an_unknown_address_answers_like_for_a_known_one(
    member: User, name: str, field: str
) -> None:
    path = reverse(name)
    wrong = {"code": "0000-0000"}
    assert answers(path, {field: UNKNOWN}, wrong) == answers(path, {field: ADDRESS}, wrong)
    assert len(mail.outbox) == 2


def test_signup_with_a_known_address_answers_like_with_an_unknown_one(member: User) -> None:
    path = reverse("account_signup")
    fresh = answers(path, {**SIGNUP, "email": UNKNOWN, "name": "Nadia"}, {"code": "0000-0000"})
    known = answers(path, {**SIGNUP, "name": "Nadine"}, {"code": "0000-0000"})
    assert known == fresh
    assert len(mail.outbox) == 2


def test_login_to_an_unknown_address_answers_like_a_wrong_password(member: User) -> None:
    path = reverse("account_login")
    unknown = answers(path, {"login": UNKNOWN, "password": "wrong"})
    assert unknown == answers(path, {"login": ADDRESS, "password": "wrong"})


@pytest.mark.parametrize("name", ["account_request_login_code", "account_signup"])
@pytest.mark.parametrize("address", [ADDRESS, UNKNOWN])
def test_another_code_makes_another_mail_for_every_address(
    member: User, name: str, address: str
) -> None:
    browser = Client()
    response = browser.post(reverse(name), {**SIGNUP, "email": address, "name": "Nadia"})
    cache.clear()  # as if ten seconds had passed
    browser.post(response.url, {"action": "resend"})
    assert [message.to for message in mail.outbox] == [[address], [address]]


def test_signup_hashes_a_password_for_a_known_address_too(
    member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashed = []
    encode = hashers.MD5PasswordHasher.encode

    def count(self: object, password: str, salt: str) -> str:
        hashed.append(password)
        return encode(self, password, salt)

    monkeypatch.setattr(hashers.MD5PasswordHasher, "encode", count)
    Client().post(reverse("account_signup"), {**SIGNUP, "name": "Nadia"})
    Client().post(reverse("account_signup"), {**SIGNUP, "email": UNKNOWN, "name": "Nadia"})
    assert hashed == [PASSWORD, PASSWORD]


def test_known_address_leaves_nobody_behind(member: User) -> None:
    Client().post(reverse("account_signup"), {**SIGNUP, "name": "Nadia"})
    assert User.objects.get() == member
    assert EmailAddress.objects.get().user == member


@pytest.mark.parametrize("address", [ADDRESS, UNKNOWN])
@pytest.mark.parametrize("password", [PASSWORD, ""])
def test_joining_writes_a_person_for_every_address(
    member: User, address: str, password: str
) -> None:
    form = {**SIGNUP, "name": "Nadia", "email": address, "password1": password}
    with CaptureQueriesContext(connection) as sent:
        Client().post(reverse("account_signup"), form)
    written = [query["sql"].split()[2] for query in sent if query["sql"].startswith("INSERT")]
    assert written.count('"accounts_user"') == 1
    assert written.count('"account_emailaddress"') == 1


@pytest.mark.parametrize("address", [ADDRESS, UNKNOWN])
def test_joining_takes_no_less_than_it_should(
    member: User, address: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    naps: list[float] = []
    settings.JOINING_LASTS = 60
    monkeypatch.setattr("accounts.limits.time.sleep", naps.append)
    Client().post(reverse("account_signup"), {**SIGNUP, "name": "Nadia", "email": address})
    assert 0 < max(naps) < 60


def test_what_took_long_enough_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    naps: list[float] = []
    monkeypatch.setattr("accounts.limits.time.sleep", naps.append)
    with lasting(0):
        pass
    assert naps == [0]
