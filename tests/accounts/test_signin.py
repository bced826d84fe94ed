"""Signing in by password or by code, resetting, signing out."""

import re

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in

pytestmark = pytest.mark.django_db

LOGIN = "/accounts/login/"
BY_CODE = "/accounts/login/code/"
CONFIRM = "/accounts/login/code/confirm/"
RESET = "/accounts/password/reset/"
HOSTILE = [
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "\\\\evil.example",
    "///evil.example",
    "http:evil.example",
    "javascript:alert(1)",
    "http://testserver@evil.example/",
    " https://evil.example",
    "\thttps://evil.example",
    "http://testserver/rules/",
]


def is_signed_in(client: Client) -> bool:
    return "_auth_user_id" in client.session


@pytest.mark.parametrize("address", [ADDRESS, "SALMA@Example.COM", f" {ADDRESS} "])
def test_login_with_password_signs_in(client: Client, member: User, address: str) -> None:
    response = client.post(LOGIN, {"login": address, "password": PASSWORD})
    assert response.url == reverse("games:home")
    assert is_signed_in(client)


def test_login_with_code_signs_in_and_goes_on(client: Client, member: User) -> None:
    response = client.post(BY_CODE, {"email": ADDRESS, "next": "/rules/"})
    response = client.post(response.url, {"code": code_in(mail.outbox[0])})
    assert response.url == "/rules/"
    assert is_signed_in(client)


@pytest.mark.parametrize(
    ("page", "fields"),
    [(BY_CODE, {"email": ADDRESS}), (RESET, {"email": ADDRESS}), ("/accounts/signup/", SIGNUP)],
)
def test_page_that_waits_for_a_code_is_titled_as_it_is_headed(
    client: Client, page: str, fields: dict[str, str]
) -> None:
    answer = client.post(page, fields, follow=True)
    title = re.search(r"<title>\s*(.+?)\s*(?:·|<)", answer.content.decode())
    assert title
    assert title[1] == "Enter the code"
    assert "<h1>Enter the code</h1>" in answer.content.decode()


def test_login_with_code_sent_again_takes_only_the_new_one(client: Client, member: User) -> None:
    client.post(BY_CODE, {"email": ADDRESS})
    client.post(CONFIRM, {"action": "resend"})
    old, new = (code_in(message) for message in mail.outbox)
    client.post(CONFIRM, {"code": old})
    assert not is_signed_in(client)
    client.post(CONFIRM, {"code": new})
    assert is_signed_in(client)


@pytest.mark.parametrize("next_", HOSTILE)
def test_login_with_next_elsewhere_stays_here(client: Client, member: User, next_: str) -> None:
    response = client.post(LOGIN, {"login": ADDRESS, "password": PASSWORD, "next": next_})
    assert response.url == reverse("games:home")


@pytest.mark.parametrize("next_", HOSTILE)
def test_login_with_code_and_next_elsewhere_stays_here(
    client: Client, member: User, next_: str
) -> None:
    response = client.post(BY_CODE, {"email": ADDRESS, "next": next_})
    response = client.post(response.url, {"code": code_in(mail.outbox[0]), "next": next_})
    assert response.url == reverse("games:home")


@pytest.mark.parametrize("next_", HOSTILE)
def test_login_page_for_a_member_with_next_elsewhere_stays_here(
    member_client: Client, next_: str
) -> None:
    response = member_client.get(LOGIN, {"next": next_})
    assert response.url == reverse("games:home")


@pytest.mark.parametrize("next_", HOSTILE)
def test_logout_with_next_elsewhere_stays_here(member_client: Client, next_: str) -> None:
    response = member_client.post(reverse("account_logout"), {"next": next_})
    assert response.url == reverse("games:home")


def test_logout_by_get_only_asks(member_client: Client) -> None:
    assert member_client.get(reverse("account_logout")).status_code == 200
    assert is_signed_in(member_client)


def test_login_with_a_wrong_password_is_refused(client: Client, member: User) -> None:
    response = client.post(LOGIN, {"login": ADDRESS, "password": "wrong"})
    assert response.context["form"].errors
    assert not is_signed_in(client)


def test_page_opens_at_the_password_that_was_wrong(client: Client, member: User) -> None:
    page = client.post(LOGIN, {"login": ADDRESS, "password": "wrong"}).content.decode()
    (field,) = re.findall(r"<input[^>]*autofocus[^>]*>", page)
    assert 'name="password"' in field
    assert f'value="{ADDRESS}"' in page


def test_code_is_sent_to_the_address_typed_at_the_sign_in(client: Client, member: User) -> None:
    page = client.get(LOGIN, {"next": "/rules/"}).content.decode()
    (way,) = re.findall(r'formaction="([^"]*)"', page)
    answer = client.post(way, {"login": ADDRESS, "password": "", "next": "/rules/"})
    assert answer.url == f"{CONFIRM}?next=%2Frules%2F"
    assert [message.to for message in mail.outbox] == [[ADDRESS]]


def test_code_without_an_address_asks_for_it(client: Client) -> None:
    page = client.post(BY_CODE, {"login": "", "password": ""}).content.decode()
    assert "This is still empty." in page
    assert "Send the code" in page


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"login": "", "password": ""},
        {"login": "Salma", "password": PASSWORD},
        {"login": "x" * 100_000, "password": PASSWORD},
        {"login": "sal\x00ma@example.com", "password": PASSWORD},
        {"login": ADDRESS, "password": "x" * 1_000_000},
        {"login": ADDRESS, "password": "\x00"},
    ],
)
def test_login_with_bad_input_is_refused_in_words(
    client: Client, member: User, data: dict[str, str]
) -> None:
    response = client.post(LOGIN, data)
    assert response.status_code == 200
    assert response.context["form"].errors


@pytest.mark.parametrize("code", ["", "x", "٠٠٠٠٠٠٠٠", "\x00", "0" * 100_000, "<b>", "\u202e"])
def test_login_with_a_bad_code_is_refused_in_words(client: Client, member: User, code: str) -> None:
    client.post(BY_CODE, {"email": ADDRESS})
    response = client.post(CONFIRM, {"code": code})
    assert response.status_code == 200
    assert response.context["form"].errors["code"]


def test_login_to_a_closed_account_says_closed(client: Client, make_member: Member) -> None:
    make_member(is_active=False)
    response = client.post(LOGIN, {"login": ADDRESS, "password": PASSWORD})
    assert response.url == reverse("account_inactive")
    assert not is_signed_in(client)


def test_login_by_password_lasts_sixty_days(client: Client, member: User) -> None:
    client.post(LOGIN, {"login": ADDRESS, "password": PASSWORD})
    assert client.session.get_expiry_age() == 60 * 24 * 3600


def test_reset_by_code_changes_the_password_and_signs_in(client: Client, member: User) -> None:
    response = client.post(RESET, {"email": ADDRESS})
    response = client.post(response.url, {"code": code_in(mail.outbox[0])})
    fresh = "coffee-no-sugar-8"
    response = client.post(response.url, {"password1": fresh, "password2": fresh})
    member.refresh_from_db()
    assert member.check_password(fresh)
    assert is_signed_in(client)
    assert "password" in mail.outbox[-1].subject


def test_reset_ends_the_other_sessions(client: Client, member_client: Client) -> None:
    response = client.post(RESET, {"email": ADDRESS})
    response = client.post(response.url, {"code": code_in(mail.outbox[0])})
    client.post(response.url, {"password1": "coffee-no-sugar-8", "password2": "coffee-no-sugar-8"})
    assert member_client.get(reverse("accounts:settings")).status_code == 302


def test_first_code_sign_in_voids_the_password_of_whoever_joined_with_the_address(
    client: Client,
) -> None:
    Client().post(reverse("account_signup"), SIGNUP)
    client.post(BY_CODE, {"email": ADDRESS})
    client.post(CONFIRM, {"code": code_in(mail.outbox[-1])})
    assert is_signed_in(client)
    assert not User.objects.get().has_usable_password()


def test_first_reset_code_voids_the_password_of_whoever_joined_with_the_address(
    client: Client,
) -> None:
    Client().post(reverse("account_signup"), SIGNUP)
    response = client.post(RESET, {"email": ADDRESS})
    client.post(response.url, {"code": code_in(mail.outbox[-1])})
    assert not User.objects.get().has_usable_password()


def test_later_code_sign_in_keeps_the_password(client: Client, member: User) -> None:
    client.post(BY_CODE, {"email": ADDRESS})
    client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    member.refresh_from_db()
    assert member.check_password(PASSWORD)
