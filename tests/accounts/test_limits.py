"""Rate limits, and ways around them that are closed."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member

pytestmark = pytest.mark.django_db

WRONG = {"login": ADDRESS, "password": "wrong"}


@contextmanager
def time_machine() -> Iterator[Callable[[float], None]]:
    """The clock of the limits; what it yields moves it on by so many seconds."""
    gone = 0.0
    now = time.time

    def move(seconds: float) -> None:
        nonlocal gone
        gone += seconds

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("allauth.core.internal.ratelimit.time.time", lambda: now() + gone)
        yield move


def test_login_after_five_wrong_passwords_is_closed_for_a_while(member: User) -> None:
    path = reverse("account_login")
    for number in range(5):
        Client(REMOTE_ADDR=f"10.0.0.{number}").post(path, WRONG)
    late = Client(REMOTE_ADDR="10.0.0.9")
    late.post(path, {"login": ADDRESS, "password": PASSWORD})
    assert "_auth_user_id" not in late.session


@pytest.mark.parametrize("host", ["testserver:{}", "h{}.example.com"])
def test_login_under_other_host_names_counts_as_one(member: User, host: str) -> None:
    path = reverse("account_login")
    for number in range(1, 6):
        browser = Client(REMOTE_ADDR=f"10.0.0.{number}")
        browser.post(path, WRONG, headers={"host": host.format(number)})
    late = Client(REMOTE_ADDR="10.0.0.9")
    late.post(path, {"login": ADDRESS, "password": PASSWORD})
    assert "_auth_user_id" not in late.session


def test_login_with_a_forged_forwarding_header_counts_the_true_address(db: None) -> None:
    path = reverse("account_login")
    answers = [
        Client()
        .post(
            path,
            {"login": f"a{number}@example.com", "password": "wrong"},
            headers={"x-forwarded-for": f"10.0.0.{number}"},
        )
        .status_code
        for number in range(31)
    ]
    assert answers[:30] == [200] * 30
    assert answers[30] == 429


CODES = ["account_request_login_code", "account_reset_password"]


def ask_for_code(name: str, *, visitor: str, email: str = ADDRESS) -> bool:
    """Whether a mail goes out to whoever asks from that network address."""
    before = len(mail.outbox)
    Client(REMOTE_ADDR=visitor).post(reverse(name), {"email": email})
    return len(mail.outbox) > before


@pytest.mark.parametrize("name", CODES)
@pytest.mark.parametrize("email", [ADDRESS, ADDRESS.upper(), "nobody@example.com"])
def test_one_visitor_gets_three_codes_a_minute_for_an_address(
    member: User, name: str, email: str
) -> None:
    sent = [ask_for_code(name, visitor="10.0.0.1", email=email) for _ in range(6)]
    assert sent == [True] * 3 + [False] * 3


@pytest.mark.parametrize("name", CODES)
def test_one_visitor_gets_ten_codes_an_hour_for_an_address(member: User, name: str) -> None:
    with time_machine() as later:
        sent = 0
        for _ in range(15):
            sent += ask_for_code(name, visitor="10.0.0.1")
            later(61)
    assert sent == 10


@pytest.mark.parametrize("name", CODES)
def test_stranger_who_asks_all_the_time_does_not_keep_the_owner_out(
    member: User, name: str
) -> None:
    with time_machine() as later:
        for _ in range(30):
            ask_for_code(name, visitor="10.0.0.66")
            later(61)
        assert ask_for_code(name, visitor="10.0.0.1")


@pytest.mark.parametrize("name", CODES)
def test_mailbox_gets_sixty_codes_an_hour_from_all_together(member: User, name: str) -> None:
    with time_machine() as later:
        sent = 0
        for number in range(100):
            sent += ask_for_code(name, visitor=f"10.0.{number}.1")
            later(20)
    assert sent == 60


@pytest.mark.parametrize("name", CODES)
def test_visitors_of_one_network_of_the_sixth_version_are_one(member: User, name: str) -> None:
    sent = [ask_for_code(name, visitor=f"2001:db8::{number}") for number in range(1, 7)]
    assert sent == [True] * 3 + [False] * 3


@pytest.mark.parametrize("name", CODES)
def test_form_says_that_it_was_often(member: User, name: str) -> None:
    answers = [Client().post(reverse(name), {"email": ADDRESS}) for _ in range(4)]
    assert "Drink a glass of tea" in answers[-1].content.decode()


def test_signup_is_counted_by_the_visitor(db: None) -> None:
    answers = {Client().post(reverse("account_signup"), {}).status_code for _ in range(20)}
    assert answers == {200}
    assert Client().post(reverse("account_signup"), SIGNUP).status_code == 429


def test_rate_limited_page_speaks_like_the_site(db: None) -> None:
    for _ in range(20):
        Client().post(reverse("account_signup"), {})
    response = Client().post(reverse("account_signup"), {})
    assert b'class="bar' in response.content


def test_admin_login_sends_strangers_to_the_door_of_the_site(client: Client) -> None:
    response = client.get("/admin/login/?next=/admin/")
    assert response.url == f"{reverse('account_login')}?next=/admin/"


def test_admin_login_takes_no_password(client: Client, make_member: Member) -> None:
    make_member(is_staff=True, is_superuser=True)
    credentials = {"username": ADDRESS, "password": PASSWORD}
    for path in ("/admin/login/", "/admin/"):
        assert client.post(path, credentials).status_code == 302
    assert "_auth_user_id" not in client.session


def test_admin_is_forbidden_to_members(member_client: Client) -> None:
    assert member_client.get("/admin/login/").status_code == 403
