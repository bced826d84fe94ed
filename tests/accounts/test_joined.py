"""The signal by which other rooms learn that somebody has signed in."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.signals import joined
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, code_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def heard() -> Iterator[list[tuple[User, str]]]:
    heard: list[tuple[User, str]] = []

    def listen(user: User, request: Any, **_kwargs: Any) -> None:
        heard.append((user, request.session["kept"]))

    joined.connect(listen)
    yield heard
    joined.disconnect(listen)


@pytest.fixture
def guest(client: Client) -> Client:
    session = client.session
    session["kept"] = "g-1"
    session.save()
    return client


def test_joined_after_signup_comes_once_with_the_guests_session(
    guest: Client, heard: list[tuple[User, str]]
) -> None:
    guest.post(reverse("account_signup"), SIGNUP)
    assert not heard
    confirm = reverse("account_email_verification_sent")
    guest.post(confirm, {"code": code_in(mail.outbox[0])})
    assert heard == [(User.objects.get(), "g-1")]


def test_joined_after_a_password_comes_once(
    guest: Client, member: User, heard: list[tuple[User, str]]
) -> None:
    guest.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert heard == [(member, "g-1")]


def test_joined_after_a_code_comes_once(
    guest: Client, member: User, heard: list[tuple[User, str]]
) -> None:
    response = guest.post(reverse("account_request_login_code"), {"email": ADDRESS})
    guest.post(response.url, {"code": code_in(mail.outbox[0])})
    assert heard == [(member, "g-1")]


def test_joined_with_a_broken_receiver_still_signs_in_and_logs(
    client: Client, member: User, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(**_kwargs: Any) -> None:
        raise RuntimeError("no table for this guest")

    joined.connect(fail)
    try:
        client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    finally:
        joined.disconnect(fail)
    assert "_auth_user_id" in client.session
    assert "no table for this guest" in caplog.text
