"""What a request under way could leave of an account that closes in the same moment."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import authentication_step_completed
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.closing import close_account
from accounts.forms import SettingsForm
from accounts.models import User
from accounts.ways_in import erase_leftovers
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in, confirm_password
from tests.accounts.other_site import OtherSite, sign_in
from tests.accounts.totp import code_of

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
SUBJECT = "subject-1"
FRESH = "coffee-no-sugar-8"


def by_password(browser: Client) -> None:
    browser.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})


def by_code(browser: Client) -> None:
    browser.post(reverse("account_request_login_code"), {"email": ADDRESS})
    browser.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})


def by_new_password(browser: Client) -> None:
    browser.post(reverse("account_reset_password"), {"email": ADDRESS})
    page = reverse("account_confirm_password_reset_code")
    browser.post(page, {"code": code_in(mail.outbox[-1])})
    page = reverse("account_complete_password_reset")
    browser.post(page, {"password1": FRESH, "password2": FRESH})


def by_other_site(browser: Client) -> None:
    SocialAccount.objects.create(user=User.objects.get(), provider="google", uid=SUBJECT)
    sign_in(browser)


def by_second_factor(browser: Client) -> None:
    TOTP.activate(User.objects.get(), SECRET)
    by_password(browser)
    browser.post(reverse("mfa_authenticate"), {"code": code_of(SECRET)})


def with_password_once_more(browser: Client) -> None:
    by_password(browser)
    confirm_password(browser)


def with_code_once_more(browser: Client) -> None:
    by_password(browser)
    page = reverse("account_request_reauthentication_code")
    page = browser.post(page, {"recipient": ADDRESS}).url
    browser.post(page, {"code": code_in(mail.outbox[-1])})


WAYS = [
    by_password,
    by_code,
    by_new_password,
    by_other_site,
    by_second_factor,
    with_password_once_more,
    with_code_once_more,
]
Way = Callable[[Client], None]


@pytest.mark.parametrize("way", WAYS)
def test_session_of_a_member_tells_no_address_and_no_subject(
    client: Client, member: User, other_site: OtherSite, way: Way
) -> None:
    way(client)
    kept = client.session
    assert kept["_auth_user_id"] == str(member.pk)
    assert kept["account_authentication_methods"][-1]["method"]
    assert ADDRESS not in str(dict(kept.items()))
    assert SUBJECT not in str(dict(kept.items()))


def test_session_of_who_has_just_joined_tells_no_address(client: Client, db: None) -> None:
    page = client.post(reverse("account_signup"), SIGNUP).url
    client.post(page, {"code": code_in(mail.outbox[-1])})
    assert "_auth_user_id" in client.session
    assert ADDRESS not in str(dict(client.session.items()))


@contextmanager
def closed_after_a_proof() -> Iterator[None]:
    """The account closes between the proof and what the sign-in does next."""

    def close(user: User, **_more: Any) -> None:
        close_account(User.objects.get(pk=user.pk))

    authentication_step_completed.connect(close)
    try:
        yield
    finally:
        authentication_step_completed.disconnect(close)


@pytest.mark.parametrize("way", [by_password, by_code, by_other_site, by_second_factor])
def test_account_that_closes_in_mid_sign_in_stays_closed(
    client: Client, member: User, other_site: OtherSite, way: Way
) -> None:
    with closed_after_a_proof():
        way(client)
    assert client.get(reverse("accounts:settings")).status_code == 302
    assert_nothing_is_left(User.objects.get(pk=member.pk))


def assert_nothing_is_left(closed: User) -> None:
    assert closed.closed_at is not None
    assert closed.email.endswith(".invalid")
    assert closed.name.startswith("Former player")
    assert not closed.has_usable_password()
    assert (closed.last_login, closed.last_seen_at) == (None, None)
    for left in (EmailAddress, SocialAccount, Authenticator):
        assert not left.objects.filter(user=closed).exists()


def close_before(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """The account of whoever there is closes just before the method runs."""
    method = getattr(owner, name)

    def close_first(*args: Any, **kwargs: Any) -> Any:
        for user in User.objects.filter(closed_at__isnull=True):
            close_account(user)
        return method(*args, **kwargs)

    monkeypatch.setattr(owner, name, close_first)


def test_settings_under_way_name_nobody_who_has_left(
    member: User, member_client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    close_before(monkeypatch, SettingsForm, "clean_name")
    form = {"name": "Salma B", "language": "en", "time_zone": "UTC"}
    answer = member_client.post(reverse("accounts:settings"), form)
    assert answer.status_code == 302
    assert_nothing_is_left(User.objects.get(pk=member.pk))


@pytest.mark.parametrize("page", ["account_change_password", "account_complete_password_reset"])
def test_password_under_way_opens_no_account_again(
    client: Client, member: User, monkeypatch: pytest.MonkeyPatch, page: str
) -> None:
    if page == "account_change_password":
        client.force_login(member)
        confirm_password(client)
    else:
        client.post(reverse("account_reset_password"), {"email": ADDRESS})
        confirm = reverse("account_confirm_password_reset_code")
        client.post(confirm, {"code": code_in(mail.outbox[-1])})
    close_before(monkeypatch, User, "check_password" if "change" in page else "set_password")
    client.post(reverse(page), {"oldpassword": PASSWORD, "password1": FRESH, "password2": FRESH})
    assert_nothing_is_left(User.objects.get(pk=member.pk))


def test_leftovers_are_erased_by_the_hour(make_member: Member) -> None:
    closed, other = make_member(), make_member("Nadia", "nadia@example.com")
    close_account(closed)
    leave_traces(closed, "salma@example.com")
    leave_traces(other, "second@example.com")
    assert erase_leftovers(closed_since=timezone.now() - timedelta(days=1)) > 0
    closed.refresh_from_db()
    assert_nothing_is_left(closed)
    assert EmailAddress.objects.filter(user=other).count() == 2
    assert SocialAccount.objects.filter(user=other).exists()
    other.refresh_from_db()
    assert other.email == "second@example.com"


def test_nothing_is_erased_where_nothing_is_left(make_member: Member) -> None:
    closed = make_member()
    close_account(closed)
    before = User.objects.values().get()
    assert erase_leftovers(closed_since=timezone.now() - timedelta(days=1)) == 0
    assert User.objects.values().get() == before


def leave_traces(user: User, email: str) -> None:
    EmailAddress.objects.create(user=user, email=email, verified=True)
    SocialAccount.objects.create(user=user, provider="google", uid=f"of-{user.pk}")
    TOTP.activate(user, SECRET)
    User.objects.filter(pk=user.pk).update(email=email, last_login=timezone.now())
