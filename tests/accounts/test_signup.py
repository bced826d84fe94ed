"""Joining: address, name and password, then the code from the mail."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse

from accounts.forms import SignupForm
from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in

pytestmark = pytest.mark.django_db

CONFIRM = "/accounts/confirm-email/"


def join(client: Client, **changes: object) -> Any:
    return client.post(reverse("account_signup"), {**SIGNUP, **changes})


@pytest.fixture
def store_rival(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Somebody else is stored after the form was checked and before its person is written."""
    store = SignupForm._store

    def arrange(**fields: str) -> None:
        def store_after_rival(form: SignupForm, request: HttpRequest) -> User | None:
            User.objects.create_user(password=PASSWORD, **fields)
            return store(form, request)

        monkeypatch.setattr(SignupForm, "_store", store_after_rival)

    return arrange


def test_signup_with_code_signs_in_and_proves_the_address(client: Client) -> None:
    assert join(client).url == CONFIRM
    response = client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    user = User.objects.get()
    assert response.url == reverse("games:home")
    assert client.session["_auth_user_id"] == str(user.pk)
    assert (user.email, user.name, user.time_zone) == (ADDRESS, "Salma", "Africa/Cairo")
    assert EmailAddress.objects.get(user=user).verified


def test_signup_without_password_signs_in_by_code_alone(client: Client) -> None:
    join(client, password1="")
    client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    assert "_auth_user_id" in client.session
    assert not User.objects.get().has_usable_password()


def test_signup_without_code_leaves_a_stranger(client: Client) -> None:
    join(client)
    assert "_auth_user_id" not in client.session
    assert not EmailAddress.objects.get().verified


def test_signup_keeps_what_the_session_knew_of_the_guest(client: Client) -> None:
    session = client.session
    session["kept"] = "g-1"
    session.save()
    join(client)
    client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    assert client.session["kept"] == "g-1"


def test_signup_with_next_goes_there_afterwards(client: Client) -> None:
    join(client, next="/rules/")
    assert client.post(CONFIRM, {"code": code_in(mail.outbox[0])}).url == "/rules/"


@pytest.mark.parametrize(
    "elsewhere", ["https://evil.example/", "//evil.example", "/\\evil.example"]
)
def test_signup_with_next_elsewhere_stays_here(client: Client, elsewhere: str) -> None:
    join(client, next=elsewhere)
    response = client.post(CONFIRM, {"code": code_in(mail.outbox[0])})
    assert response.url == reverse("games:home")


def test_signup_in_arabic_keeps_the_language(client: Client) -> None:
    client.post(reverse("account_signup"), SIGNUP, headers={"accept-language": "ar"})
    assert User.objects.get().language == "ar"


@pytest.mark.parametrize("zone", ["", "Mars/Base", "x" * 10_000, "<b>", "Etc/../x"])
def test_signup_with_a_strange_time_zone_takes_utc(client: Client, zone: str) -> None:
    join(client, time_zone=zone)
    assert User.objects.get().time_zone == "UTC"


def test_signup_with_a_third_wrong_code_ends_the_attempt(client: Client) -> None:
    join(client)
    answers = [client.post(CONFIRM, {"code": "0000-0000"}).status_code for _ in range(3)]
    assert answers == [200, 200, 302]
    code = code_in(mail.outbox[0])
    client.post(CONFIRM, {"code": code})
    assert not EmailAddress.objects.get().verified


def test_signup_code_in_another_browser_does_nothing(client: Client) -> None:
    join(client)
    assert Client().post(CONFIRM, {"code": code_in(mail.outbox[0])}).url == "/accounts/login/"
    assert not EmailAddress.objects.get().verified


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("email", ""),
        ("email", "salma"),
        ("email", "a@b"),
        ("email", f"{'a' * 250}@example.com"),
        ("email", "salma@example.com\nBcc: x@example.com"),
        ("email", "sal\x00ma@example.com"),
        ("email", "x" * 1_000_000),
        ("name", ""),
        ("name", "ab"),
        ("name", "<script>alert(1)</script>"),
        ("name", "Sal\u202ema"),
        ("name", "Sal\x00ma"),
        ("name", "x" * 1_000_000),
        ("name", "Guest 7"),
        ("password1", "short"),
        ("password1", "12345678901"),
        ("password1", "salma@example.com"),
    ],
)
def test_signup_with_bad_input_says_so_and_stores_nothing(
    client: Client, field: str, value: str
) -> None:
    response = join(client, **{field: value})
    assert response.status_code == 200
    assert response.context["form"].errors[field]
    assert not User.objects.exists()
    assert not mail.outbox


def test_signup_with_html_in_the_name_shows_it_escaped(client: Client) -> None:
    assert b"<script>alert" not in join(client, name="<script>alert(1)</script>").content


def test_signup_with_a_taken_name_says_so(client: Client, make_member: Member) -> None:
    make_member("SALMA", "other@example.com")
    assert "taken" in join(client).context["form"].errors["name"][0]


def test_signup_with_a_name_taken_meanwhile_says_so(
    client: Client, store_rival: Callable[..., None]
) -> None:
    store_rival(name="sALMA", email="other@example.com")
    response = join(client)
    assert response.status_code == 200
    assert "taken" in response.context["form"].errors["name"][0]
    assert [user.email for user in User.objects.all()] == ["other@example.com"]


def test_signup_with_an_address_taken_meanwhile_answers_like_any_other(
    client: Client, store_rival: Callable[..., None]
) -> None:
    store_rival(name="Nadia", email=ADDRESS)
    assert join(client).url == CONFIRM
    assert [user.name for user in User.objects.all()] == ["Nadia"]


@pytest.mark.django_db(transaction=True)
def test_signup_of_two_with_one_name_at_once_stores_one() -> None:
    start = threading.Barrier(2)

    def attempt(number: int) -> int:
        try:
            start.wait()
            return int(join(Client(), email=f"salma{number}@example.com").status_code)
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(attempt, range(2)))
    assert answers == [200, 302]
    assert User.objects.count() == 1


def test_signup_while_signed_in_leads_home(member_client: Client) -> None:
    assert member_client.get(reverse("account_signup")).url == reverse("games:home")
