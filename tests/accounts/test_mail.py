"""Account mails: what they hold, and what happens when they cannot be sent."""

from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.core.mail.backends.base import BaseEmailBackend
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ADDRESS, SIGNUP, code_in

pytestmark = pytest.mark.django_db


class BrokenBackend(BaseEmailBackend):
    def send_messages(self, email_messages: Any) -> int:
        raise ConnectionRefusedError


@pytest.fixture
def broken_mail(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.{BrokenBackend.__name__}"


def mail_to(path_name: str, **data: str) -> mail.EmailMultiAlternatives:
    Client().post(reverse(path_name), data, headers={"host": "evil.example"})
    message = mail.outbox[-1]
    assert isinstance(message, mail.EmailMultiAlternatives)
    return message


def test_code_mail_has_the_code_in_both_parts(member: User) -> None:
    message = mail_to("account_request_login_code", email=ADDRESS)
    (page,) = message.alternatives
    assert page.mimetype == "text/html"
    assert f">{code_in(message)}</p>" in str(page.content)


@pytest.mark.parametrize(
    ("path_name", "address"),
    [
        ("account_signup", ADDRESS),
        ("account_signup", "new@example.com"),
        ("account_request_login_code", ADDRESS),
        ("account_request_login_code", "new@example.com"),
        ("account_reset_password", ADDRESS),
        ("account_reset_password", "new@example.com"),
    ],
)
def test_mail_has_links_to_the_configured_site_and_fixed_headers(
    member: User, settings: Any, path_name: str, address: str
) -> None:
    settings.SITE_ADDRESS = "https://basra.example"
    message = mail_to(path_name, **{**SIGNUP, "email": address, "name": "Zaynab"})
    page = str(message.alternatives[0].content)
    assert "https://basra.example" in message.body
    assert "evil.example" not in f"{message.body}{page}"
    assert "Zaynab" not in str(message.message())
    assert message.to == [address]
    assert message.from_email == settings.DEFAULT_FROM_EMAIL
    assert message.extra_headers == {"Auto-Submitted": "auto-generated"}
    assert "\n" not in message.subject


def test_mail_escapes_nothing_in_the_text(member: User) -> None:
    message = mail_to("account_request_login_code", email="o'neil@example.com")
    assert "&#x27;" not in message.body


@pytest.mark.parametrize("path_name", ["account_request_login_code", "account_reset_password"])
@pytest.mark.parametrize("address", [ADDRESS, "nobody@example.com"])
def test_code_that_cannot_be_mailed_is_told_in_words(
    member: User, broken_mail: None, path_name: str, address: str
) -> None:
    response = Client().post(reverse(path_name), {"email": address}, follow=True)
    assert response.status_code == 200
    assert "could not send the mail" in response.content.decode()


def test_signup_that_cannot_be_mailed_is_kept_and_finished_later(
    client: Client, settings: Any
) -> None:
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{__name__}.{BrokenBackend.__name__}"
    response = client.post(reverse("account_signup"), SIGNUP, follow=True)
    assert "could not send the mail" in response.content.decode()
    settings.EMAIL_BACKEND = works
    cache.clear()  # as if ten seconds had passed
    confirm = reverse("account_email_verification_sent")
    client.post(confirm, {"action": "resend"})
    client.post(confirm, {"code": code_in(mail.outbox[0])})
    assert "_auth_user_id" in client.session


def test_mail_that_cannot_be_sent_is_logged(
    member: User, broken_mail: None, caplog: pytest.LogCaptureFixture
) -> None:
    Client().post(reverse("account_request_login_code"), {"email": ADDRESS})
    assert "could not be sent" in caplog.text
