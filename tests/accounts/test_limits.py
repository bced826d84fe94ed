"""Rate limits, and ways around them that are closed."""

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member

pytestmark = pytest.mark.django_db

WRONG = {"login": ADDRESS, "password": "wrong"}


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


def test_login_by_code_sends_three_mails_a_minute_at_most(member: User) -> None:
    for number in range(6):
        Client(REMOTE_ADDR=f"10.0.0.{number}").post(
            reverse("account_request_login_code"), {"email": ADDRESS}
        )
    assert len(mail.outbox) == 3


def test_reset_sends_five_mails_a_minute_at_most(member: User) -> None:
    answers = [
        Client(REMOTE_ADDR=f"10.0.0.{number}")
        .post(reverse("account_reset_password"), {"email": ADDRESS})
        .status_code
        for number in range(7)
    ]
    assert answers == [302] * 5 + [429] * 2
    assert len(mail.outbox) == 5


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
