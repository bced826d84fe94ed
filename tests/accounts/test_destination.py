"""Whatever the way in, it leads to the page that was meant."""

from collections.abc import Callable
from datetime import timedelta
from urllib.parse import quote

import pytest
import time_machine
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, code_in
from tests.accounts.other_site import OtherSite, come_back, leave_for, sign_in

pytestmark = pytest.mark.django_db

MEANT = "/games/0123456789abcdefghijkl/"
LOGIN = reverse("account_login")
BY_CODE = reverse("account_request_login_code")
CODE = reverse("account_confirm_login_code")
PROVE = reverse("account_email_verification_sent")
RESET = reverse("account_reset_password")
BY_PASSWORD = {"login": ADDRESS, "password": PASSWORD}


def send_last_code(client: Client, path: str) -> str:
    return str(client.post(path, {"code": code_in(mail.outbox[-1])}).url)


def by_password(client: Client) -> str:
    return str(client.post(LOGIN, {**BY_PASSWORD, "next": MEANT}).url)


def by_password_after_a_wrong_one(client: Client) -> str:
    client.post(LOGIN, {"login": ADDRESS, "password": "wrong", "next": MEANT})
    return str(client.post(LOGIN, BY_PASSWORD).url)


def by_code(client: Client) -> str:
    client.post(BY_CODE, {"email": ADDRESS, "next": MEANT})
    return send_last_code(client, CODE)


def by_a_second_code_after_three_wrong_ones(client: Client) -> str:
    client.post(BY_CODE, {"email": ADDRESS, "next": MEANT})
    for _ in range(3):
        client.post(CODE, {"code": "0000-0000"})
    client.post(BY_CODE, {"email": ADDRESS})
    return send_last_code(client, CODE)


def by_code_after_a_look_at_the_sign_in(client: Client) -> str:
    client.post(BY_CODE, {"email": ADDRESS, "next": MEANT})
    pending = client.get(LOGIN).url
    return send_last_code(client, pending)


def by_password_and_proof(client: Client) -> str:
    EmailAddress.objects.update(verified=False)
    client.post(LOGIN, {**BY_PASSWORD, "next": MEANT})
    return send_last_code(client, PROVE)


def by_reset(client: Client) -> str:
    client.post(RESET, {"email": ADDRESS, "next": MEANT})
    path = send_last_code(client, reverse("account_confirm_password_reset_code"))
    fresh = {"password1": "coffee-no-sugar-8", "password2": "coffee-no-sugar-8"}
    return str(client.post(path, fresh).url)


def by_another_site(client: Client) -> str:
    return str(sign_in(client, "google", next=MEANT).url)


def by_password_after_a_refusal_elsewhere(client: Client) -> str:
    come_back(client, "google", leave_for(client, "google", next=MEANT), error="access_denied")
    return str(client.post(LOGIN, BY_PASSWORD).url)


def by_code_after_an_account_was_found(client: Client) -> str:
    SocialAccount.objects.all().delete()
    client.get(sign_in(client, "facebook", next=MEANT).url)
    client.post(BY_CODE, {"email": ADDRESS})
    return send_last_code(client, CODE)


@pytest.mark.parametrize(
    "way",
    [
        by_password,
        by_password_after_a_wrong_one,
        by_code,
        by_a_second_code_after_three_wrong_ones,
        by_code_after_a_look_at_the_sign_in,
        by_password_and_proof,
        by_reset,
        by_another_site,
        by_password_after_a_refusal_elsewhere,
        by_code_after_an_account_was_found,
    ],
)
def test_way_of_a_member_leads_to_the_page_that_was_meant(
    client: Client, member: User, other_site: OtherSite, way: Callable[[Client], str]
) -> None:
    SocialAccount.objects.create(user=member, provider="google", uid="subject-1")
    assert way(client) == MEANT
    assert client.session["_auth_user_id"] == str(member.pk)


def by_signup(client: Client) -> str:
    client.post(reverse("account_signup"), {**SIGNUP, "next": MEANT})
    return send_last_code(client, PROVE)


def by_signup_without_password(client: Client) -> str:
    client.post(reverse("account_signup"), {**SIGNUP, "password1": "", "next": MEANT})
    return send_last_code(client, PROVE)


def by_signup_with_a_site_that_vouches(client: Client) -> str:
    sign_in(client, "google", next=MEANT)
    return str(client.post(reverse("socialaccount_signup"), {"name": "Salma"}).url)


def by_signup_with_a_site_that_does_not_vouch(client: Client) -> str:
    sign_in(client, "facebook", next=MEANT)
    client.post(reverse("socialaccount_signup"), {"name": "Salma", "email": ADDRESS})
    return send_last_code(client, PROVE)


@pytest.mark.parametrize(
    "way",
    [
        by_signup,
        by_signup_without_password,
        by_signup_with_a_site_that_vouches,
        by_signup_with_a_site_that_does_not_vouch,
    ],
)
def test_way_of_a_newcomer_leads_to_the_page_that_was_meant(
    client: Client, other_site: OtherSite, way: Callable[[Client], str]
) -> None:
    assert way(client) == MEANT
    assert "_auth_user_id" in client.session


@pytest.mark.parametrize(
    "way",
    ['href="/accounts/password/reset/?next={}"', 'formaction="/accounts/login/code/?next={}"'],
)
def test_ways_out_of_the_sign_in_page_carry_it_on(client: Client, way: str) -> None:
    page = client.get(LOGIN, {"next": MEANT}).content.decode()
    assert way.format(quote(MEANT, safe="")) in page


def test_page_that_was_meant_an_hour_ago_is_forgotten(client: Client, member: User) -> None:
    client.post(BY_CODE, {"email": "nobody@example.com", "next": MEANT})
    with time_machine.travel(timezone.now() + timedelta(hours=1)):
        assert client.post(LOGIN, BY_PASSWORD).url == reverse("games:home")


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example", "/" * 600])
def test_page_elsewhere_is_not_kept(client: Client, member: User, elsewhere: str) -> None:
    client.post(LOGIN, {"login": ADDRESS, "password": "wrong", "next": elsewhere})
    assert client.post(LOGIN, BY_PASSWORD).url == reverse("games:home")
