"""The staff's desk opens to a session that has shown a second factor, and to no other."""

import time
from io import StringIO
from typing import Any
from urllib.parse import urlencode

import pytest
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.conf import settings
from django.core import mail
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from accounts import words
from accounts.models import User
from accounts.second_factor import LASTS, SecondFactorAdapter
from accounts.words import InOurWords
from basra_site.checks import check_second_factor
from tests.accounts.conftest import PASSWORD, Member, code_in
from tests.accounts.totp import code_of

pytestmark = pytest.mark.django_db

SECRET = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP"
STAFF = "warden@example.com"
WANTED = "/admin/accounts/user/?q=salma"
ASK_FOR_CODE = reverse("account_request_reauthentication_code")
ABOUT_THE_APP = [
    "mfa_activate_totp",
    "mfa_deactivate_totp",
    "mfa_view_recovery_codes",
    "mfa_generate_recovery_codes",
    "mfa_download_recovery_codes",
]


@pytest.fixture(autouse=True)
def _as_on_a_server(settings: Any) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True


@pytest.fixture
def warden(make_member: Member) -> User:
    return make_member("Warden", STAFF, is_staff=True, is_superuser=True)


@pytest.fixture
def factor(warden: User) -> TOTP:
    """The warden's app, set up."""
    return TOTP.activate(warden, SECRET)


def give_password(browser: Client, wanted: str = WANTED) -> HttpResponse:
    page = f"{reverse('account_login')}?{urlencode({'next': wanted})}"
    return browser.post(page, {"login": STAFF, "password": PASSWORD})


def give_code(browser: Client, code: str) -> HttpResponse:
    return browser.post(reverse("mfa_authenticate"), {"code": code})


def is_open(browser: Client) -> bool:
    return browser.get(WANTED).status_code == 200


def led_to(answer: HttpResponse) -> str:
    return str(answer.redirect_chain[-1][0])


@pytest.fixture
def browser(warden: User) -> Client:
    """Signed in a while ago, by no method in particular."""
    browser = Client()
    browser.force_login(warden)
    return browser


@pytest.fixture
def reauthenticated(browser: Client) -> Client:
    """Has shown a code from the mailbox just now."""
    give_code_of_the_mailbox(browser, STAFF)
    return browser


def give_code_of_the_mailbox(browser: Client, address: str) -> HttpResponse:
    page = browser.post(ASK_FOR_CODE, {"recipient": address}).headers["Location"]
    return browser.post(page, {"code": code_in(mail.outbox[-1])})


def test_sign_in_with_code_opens_the_page_that_was_wanted(client: Client, factor: TOTP) -> None:
    assert give_password(client)["Location"] == reverse("mfa_authenticate")
    answer = give_code(client, code_of(SECRET))
    assert answer["Location"] == WANTED
    assert is_open(client)


def test_sign_in_by_mail_asks_for_the_code_of_the_app_too(client: Client, factor: TOTP) -> None:
    client.post(reverse("account_request_login_code"), {"email": STAFF})
    answer = client.post(reverse("account_confirm_login_code"), {"code": code_in(mail.outbox[-1])})
    assert answer["Location"] == reverse("mfa_authenticate")
    assert not is_open(client)


def test_password_alone_signs_nobody_in_who_has_an_app(client: Client, factor: TOTP) -> None:
    give_password(client)
    assert client.get(reverse("accounts:settings")).status_code == 302


@pytest.mark.parametrize("code", ["000000", "", "no digits"])
def test_wrong_code_is_refused_in_words(client: Client, factor: TOTP, code: str) -> None:
    give_password(client)
    answer = give_code(client, code)
    assert answer.status_code == 200
    assert answer.context["form"].errors["code"][0] in (
        str(words.SECOND_FACTOR_ERRORS["incorrect_code"]),
        str(words.STILL_EMPTY),
    )
    assert not is_open(client)


def test_code_is_good_once(client: Client, factor: TOTP) -> None:
    code = code_of(SECRET)
    for attempt, expected in ((client, True), (Client(), False)):
        give_password(attempt)
        give_code(attempt, code)
        assert is_open(attempt) == expected


def test_code_for_emergencies_opens_the_desk(client: Client, warden: User, factor: TOTP) -> None:
    code = RecoveryCodes.activate(warden).get_unused_codes()[0]
    give_password(client)
    give_code(client, code)
    assert is_open(client)


def test_session_without_code_is_led_to_the_code(browser: Client, factor: TOTP) -> None:
    answer = browser.get(WANTED, follow=True)
    assert led_to(answer).startswith(reverse("mfa_reauthenticate"))
    page = answer.redirect_chain[-1][0]
    answer = browser.post(page, {"code": code_of(SECRET)})
    assert answer["Location"] == WANTED
    assert is_open(browser)


def test_password_once_more_is_no_second_factor(reauthenticated: Client, factor: TOTP) -> None:
    assert not is_open(reauthenticated)


def test_staff_without_app_are_led_to_set_it_up(reauthenticated: Client) -> None:
    answer = reauthenticated.get(WANTED, follow=True)
    assert led_to(answer).startswith(reverse("mfa_activate_totp"))
    secret = answer.context["form"].secret

    answer = reauthenticated.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})

    assert answer["Location"] == reverse("mfa_view_recovery_codes")
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).count() == 1
    assert not is_open(reauthenticated)


def test_who_has_set_it_up_comes_to_the_page_that_was_wanted(reauthenticated: Client) -> None:
    secret = reauthenticated.get(WANTED, follow=True).context["form"].secret
    reauthenticated.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})

    page = led_to(reauthenticated.get(reverse("admin:login"), follow=True))
    answer = reauthenticated.post(page, {"code": code_of(secret, periods_later=1)})

    assert answer["Location"] == WANTED
    assert is_open(reauthenticated)


@pytest.fixture(params=["staff", "member"])
def somebody(request: pytest.FixtureRequest, make_member: Member) -> User:
    return make_member("Somebody", STAFF, is_staff=request.param == "staff")


@pytest.fixture
def with_password(somebody: User) -> Client:
    """Signed in by password, and asked for it once more."""
    browser = Client()
    give_password(browser)
    browser.post(reverse("account_reauthenticate"), {"password": PASSWORD})
    return browser


@pytest.mark.parametrize("name", ABOUT_THE_APP)
@pytest.mark.parametrize("method", ["get", "post"])
def test_password_alone_leads_to_a_code_from_the_mailbox(
    with_password: Client, name: str, method: str
) -> None:
    answer = getattr(with_password, method)(reverse(name))
    assert answer.status_code == 302
    assert answer["Location"].startswith(ASK_FOR_CODE)


def test_password_alone_sets_nothing_up(with_password: Client) -> None:
    set_up_blindly(with_password)
    assert not Authenticator.objects.exists()


def set_up_blindly(browser: Client) -> None:
    """Post a code to the page that sets up the app, seen or not."""
    session = browser.session
    session["mfa.totp.secret"] = SECRET
    session.save()
    browser.post(reverse("mfa_activate_totp"), {"code": code_of(SECRET)})


def test_code_from_the_mailbox_leads_back_to_the_set_up(with_password: Client) -> None:
    page = with_password.get(reverse("mfa_activate_totp"))["Location"]
    page = with_password.post(page, {"recipient": STAFF})["Location"]
    answer = with_password.post(page, {"code": code_in(mail.outbox[-1])})
    assert answer["Location"] == reverse("mfa_activate_totp")
    assert with_password.get(answer["Location"]).status_code == 200


def test_code_from_the_mailbox_is_asked_again_after_a_while(
    reauthenticated: Client, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    later = time.time() + settings.CODE_LIFETIME + 1
    monkeypatch.setattr("accounts.second_factor.time.time", lambda: later)
    answer = reauthenticated.get(reverse("mfa_activate_totp"))
    assert answer["Location"].startswith(ASK_FOR_CODE)


@pytest.mark.parametrize("name", ABOUT_THE_APP[1:])
def test_session_of_before_the_app_learns_no_code_by_password(
    with_password: Client, somebody: User, name: str
) -> None:
    TOTP.activate(somebody, SECRET)
    RecoveryCodes.activate(somebody)
    answer = with_password.post(reverse(name))
    assert answer["Location"].startswith(reverse("mfa_reauthenticate"))
    assert Authenticator.objects.filter(type=Authenticator.Type.TOTP).exists()


def test_password_alone_gives_staff_no_other_mailbox(with_password: Client, somebody: User) -> None:
    form = {"action_add": "", "email": "thief@example.com"}
    answer = with_password.post(reverse("account_email"), form)
    sent = [message.to for message in mail.outbox]
    assert answer["Location"].startswith(ASK_FOR_CODE) == somebody.is_staff
    assert (["thief@example.com"] in sent) != somebody.is_staff


def test_staff_change_their_address_after_a_code(reauthenticated: Client) -> None:
    assert reauthenticated.get(reverse("account_email")).status_code == 200


def test_stranger_is_led_to_the_sign_in(client: Client) -> None:
    for name in (*ABOUT_THE_APP, "account_email"):
        assert client.get(reverse(name))["Location"].startswith(reverse("account_login"))


def test_second_factor_lasts_for_a_day_of_work(
    client: Client, factor: TOTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    give_password(client)
    give_code(client, code_of(SECRET))
    later = time.time() + LASTS + 1
    monkeypatch.setattr("accounts.second_factor.time.time", lambda: later)
    assert not is_open(client)


@pytest.mark.parametrize("name", ["index", "password_change", "jsi18n", "autocomplete"])
def test_no_page_of_the_desk_is_open_without(browser: Client, factor: TOTP, name: str) -> None:
    answer = browser.get(reverse(f"admin:{name}"))
    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("admin:login"))


def test_desks_own_sign_in_takes_no_password(warden: User) -> None:
    browser = Client()
    browser.post(reverse("admin:login"), {"username": STAFF, "password": PASSWORD})
    assert not is_open(browser)
    assert "_auth_user_id" not in browser.session


def test_stranger_is_led_to_the_sites_sign_in(client: Client) -> None:
    answer = client.get(WANTED, follow=True)
    query = urlencode({"next": WANTED}, safe="/")
    assert led_to(answer) == f"{reverse('account_login')}?{query}"


def test_member_who_is_no_staff_is_told_so(member_client: Client) -> None:
    assert member_client.get(WANTED, follow=True).status_code == 403


def test_way_back_leads_to_no_other_site(browser: Client, factor: TOTP) -> None:
    query = urlencode({"next": "https://evil.example/"})
    answer = browser.get(f"{reverse('admin:login')}?{query}")
    assert "evil" not in answer["Location"]


def test_password_is_changed_on_the_sites_own_page(client: Client, factor: TOTP) -> None:
    give_password(client)
    give_code(client, code_of(SECRET))
    for name in ("password_change", "password_change_done"):
        answer = client.post(reverse(f"admin:{name}"), {"new_password1": "x"})
        assert answer["Location"] == reverse("account_change_password")


def test_development_asks_for_none(browser: Client, settings: Any) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = False
    assert is_open(browser)


@pytest.mark.parametrize(
    ("value", "ids"), [(True, []), (False, ["basra.E001"]), ("", ["basra.E001"])]
)
def test_check_of_a_server(settings: Any, value: object, ids: list[str]) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = value
    assert [message.id for message in check_second_factor()] == ids


def test_lost_phone_is_forgotten_by_command(client: Client, warden: User, factor: TOTP) -> None:
    give_password(client)
    give_code(client, code_of(SECRET))
    call_command("forget_second_factor", STAFF, stdout=StringIO())
    assert not Authenticator.objects.filter(user=warden).exists()
    assert not is_open(client)
    assert client.get(reverse("accounts:settings")).status_code == 302


def test_command_without_anything_to_forget_says_so(warden: User) -> None:
    with pytest.raises(CommandError, match="has no second factor"):
        call_command("forget_second_factor", STAFF)


def test_new_app_is_told_by_mail(
    reauthenticated: Client, django_capture_on_commit_callbacks: Any
) -> None:
    secret = reauthenticated.get(reverse("mfa_activate_totp")).context["form"].secret
    with django_capture_on_commit_callbacks(execute=True):
        reauthenticated.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    assert mail.outbox[-1].subject == "Your sign-in has a second step"
    assert secret not in str(mail.outbox[-1].body)


@pytest.mark.parametrize("name", settings.MFA_FORMS)
def test_form_is_in_our_words(name: str) -> None:
    assert issubclass(import_string(settings.MFA_FORMS[name]), InOurWords)


@pytest.mark.parametrize("name", words.SECOND_FACTOR_ERRORS)
def test_complaint_exists_in_the_library_and_is_told_otherwise(name: str) -> None:
    assert SecondFactorAdapter.error_messages[name] != DefaultMFAAdapter.error_messages[name]


@pytest.mark.parametrize(
    "name",
    ["mfa_index", "mfa_view_recovery_codes", "mfa_generate_recovery_codes", "mfa_deactivate_totp"],
)
def test_pages_about_the_app_open(reauthenticated: Client, warden: User, name: str) -> None:
    TOTP.activate(warden, SECRET)
    RecoveryCodes.activate(warden)
    assert reauthenticated.get(reverse(name)).status_code == 200


@pytest.mark.django_db(transaction=True)
def test_new_app_ends_the_sessions_that_have_not_seen_it(
    reauthenticated: Client, warden: User
) -> None:
    other = Client()
    other.force_login(warden)
    secret = reauthenticated.get(reverse("mfa_activate_totp")).context["form"].secret
    reauthenticated.post(reverse("mfa_activate_totp"), {"code": code_of(secret)})
    pages = [browser.get(reverse("accounts:settings")) for browser in (reauthenticated, other)]
    assert [page.status_code for page in pages] == [200, 302]
