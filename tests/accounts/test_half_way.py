"""A sign-in that is half way ends with the person's sessions."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from accounts.models import User
from accounts.sessions import sign_out_everywhere
from accounts.suspending import restore, suspend
from tests.accounts.conftest import ADDRESS, PASSWORD, SIGNUP, Member, code_in, confirm_password
from tests.accounts.other_site import OtherSite, sign_in
from tests.accounts.totp import code_of

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
FRESH = "coffee-no-sugar-8"
BY_CODE = reverse("account_request_login_code")
CONFIRM = reverse("account_confirm_login_code")
LOGIN = reverse("account_login")
PROOF = reverse("account_email_verification_sent")
RESET = reverse("account_reset_password")
SECOND_STEP = reverse("mfa_authenticate")

Last = Callable[[], object]
Begin = Callable[[Client, User], Last]


def suspend_and_restore(user: User) -> None:
    suspend(user)
    restore(user)


ENDINGS = [sign_out_everywhere, suspend, suspend_and_restore, close_account]


def wait_for_second_factor(browser: Client, user: User) -> Last:
    TOTP.activate(user, SECRET)
    browser.post(LOGIN, {"login": ADDRESS, "password": PASSWORD})
    return lambda: browser.post(SECOND_STEP, {"code": code_of(SECRET)})


def wait_for_second_factor_after_a_code(browser: Client, user: User) -> Last:
    TOTP.activate(user, SECRET)
    wait_for_code(browser, user)()
    return lambda: browser.post(SECOND_STEP, {"code": code_of(SECRET)})


def wait_for_code(browser: Client, user: User) -> Last:
    browser.post(BY_CODE, {"email": ADDRESS})
    code = code_in(mail.outbox[-1])
    return lambda: browser.post(CONFIRM, {"code": code})


def wait_for_proof(browser: Client, user: User) -> Last:
    EmailAddress.objects.update(verified=False)
    browser.post(LOGIN, {"login": ADDRESS, "password": PASSWORD})
    code = code_in(mail.outbox[-1])
    return lambda: browser.post(PROOF, {"code": code})


def wait_for_reset_code(browser: Client, user: User) -> Last:
    browser.post(RESET, {"email": ADDRESS})
    page, code = reverse("account_confirm_password_reset_code"), code_in(mail.outbox[-1])

    def finish() -> None:
        browser.post(page, {"code": code})
        choose_password(browser)

    return finish


def wait_for_new_password(browser: Client, user: User) -> Last:
    browser.post(RESET, {"email": ADDRESS})
    page = reverse("account_confirm_password_reset_code")
    browser.post(page, {"code": code_in(mail.outbox[-1])})
    return lambda: choose_password(browser)


def choose_password(browser: Client) -> object:
    page = reverse("account_complete_password_reset")
    return browser.post(page, {"password1": FRESH, "password2": FRESH})


BEGINNINGS = [
    wait_for_second_factor,
    wait_for_second_factor_after_a_code,
    wait_for_code,
    wait_for_proof,
    wait_for_reset_code,
    wait_for_new_password,
]


def is_in(browser: Client) -> bool:
    return browser.get(reverse("accounts:settings")).status_code == 200


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_half_a_sign_in_can_be_finished(client: Client, member: User, begin: Begin) -> None:
    begin(client, member)()
    assert is_in(client)


@pytest.mark.parametrize("begin", BEGINNINGS)
@pytest.mark.parametrize("end", ENDINGS)
def test_half_a_sign_in_ends_with_the_sessions(
    client: Client, member: User, begin: Begin, end: Callable[[User], None]
) -> None:
    finish = begin(client, member)
    end(member)
    before = User.objects.values().get()
    finish()
    assert not is_in(client)
    assert User.objects.values().get() == before


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_half_a_sign_in_writes_nothing_on_a_closed_account(
    client: Client, member: User, begin: Begin
) -> None:
    finish = begin(client, member)
    close_account(member)
    finish()
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_sign_in_anew_in_the_same_browser_works(client: Client, member: User, begin: Begin) -> None:
    begin(client, member)
    sign_out_everywhere(member)
    mail.outbox.clear()
    wait_for_code(client, member)()
    client.post(SECOND_STEP, {"code": code_of(SECRET)})  # for those who have a second factor
    assert is_in(client)


def test_page_says_why_it_has_ended(client: Client, member: User) -> None:
    finish = wait_for_second_factor(client, member)
    sign_out_everywhere(member)
    finish()
    assert "signed out everywhere" in client.get(LOGIN).content.decode()


def test_sign_in_with_another_site_ends_with_the_sessions(
    client: Client, member: User, other_site: OtherSite
) -> None:
    TOTP.activate(member, SECRET)
    assert sign_in(client).url == SECOND_STEP
    sign_out_everywhere(member)
    client.post(SECOND_STEP, {"code": code_of(SECRET)})
    assert not is_in(client)


def test_half_a_sign_in_of_somebody_else_goes_on(
    client: Client, member: User, make_member: Member
) -> None:
    finish = wait_for_code(client, member)
    sign_out_everywhere(make_member("Nadia", "nadia@example.com"))
    finish()
    assert is_in(client)


def test_unproven_sign_up_ends_with_its_account(client: Client, db: None) -> None:
    client.post(reverse("account_signup"), SIGNUP)
    code = code_in(mail.outbox[-1])
    close_account(User.objects.get())
    client.post(PROOF, {"code": code})
    assert not EmailAddress.objects.exists()
    assert not is_in(client)


def test_address_on_its_way_goes_on_where_the_others_are_signed_out(
    client: Client, member: User
) -> None:
    client.force_login(member)
    confirm_password(client)
    client.post(reverse("account_email"), {"action_add": "", "email": "new@example.com"})
    code = code_in(mail.outbox[0])
    client.post(reverse("accounts:sign_out_everywhere"))
    assert "once more" not in client.get(reverse("accounts:settings")).content.decode()
    client.post(PROOF, {"code": code})
    assert EmailAddress.objects.get().email == "new@example.com"
