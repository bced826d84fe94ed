"""Forms about accounts speak in the site's words, not in the libraries'."""

import pytest
from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.module_loading import import_string

from accounts import words
from accounts.adapter import AccountAdapter
from accounts.forms import PersonForm
from accounts.models import User
from accounts.words import STILL_EMPTY, InOurWords
from tests.accounts.conftest import ADDRESS, PASSWORD

pytestmark = pytest.mark.django_db

FRESH = "coffee-no-sugar-8"
CHANGE_PASSWORD = "account_change_password"


def post(client: Client, page: str, **fields: str) -> str:
    return client.post(reverse(page), fields).content.decode()


@pytest.mark.parametrize("name", settings.ACCOUNT_FORMS)
def test_form_of_the_library_is_in_our_words(name: str) -> None:
    assert issubclass(import_string(settings.ACCOUNT_FORMS[name]), InOurWords)


@pytest.mark.parametrize("name", words.ERRORS)
def test_complaint_exists_in_the_library_and_is_told_otherwise(name: str) -> None:
    assert AccountAdapter.error_messages[name] != DefaultAccountAdapter.error_messages[name]


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_reset_password"])
def test_field_left_empty_says_so(client: Client, name: str) -> None:
    page = post(client, name)
    assert str(STILL_EMPTY) in page
    assert "This field is required" not in page


def test_settings_left_empty_say_so(member: User) -> None:
    assert PersonForm({}, instance=member).errors["name"] == [STILL_EMPTY]


@pytest.mark.parametrize("name", ["account_login", "account_signup", "account_request_login_code"])
def test_address_is_called_the_same_everywhere(
    client: Client, member_client: Client, name: str
) -> None:
    pages = [
        client.get(reverse(name)).content.decode(),
        member_client.get(reverse("accounts:settings")).content.decode(),
    ]
    assert all("E-mail address<" in page for page in pages)


def test_address_that_is_none_is_refused_in_words(client: Client) -> None:
    page = post(client, "account_login", login="salma", password="x")
    assert "This does not look like an e-mail address." in page


def test_wrong_password_at_sign_in_is_told_in_words(client: Client, member: User) -> None:
    page = post(client, "account_login", login=ADDRESS, password="wrong")
    assert "Address and password do not fit together." in page


def test_wrong_code_is_told_in_words(client: Client, member: User) -> None:
    client.post(reverse("account_request_login_code"), {"email": ADDRESS})
    page = post(client, "account_confirm_login_code", code="0000-0000")
    assert "That is not the code. Look at the mail again." in page


def test_new_password_comes_with_one_line_of_advice(member_client: Client) -> None:
    page = member_client.get(reverse(CHANGE_PASSWORD)).content.decode()
    assert "At least 8 characters, not only digits." in page
    assert "similar to your other personal information" not in page
    for label in ("The password you have now", "New password", "The same password again"):
        assert f">{label}<" in page


def test_two_new_passwords_that_differ_are_told_in_words(member_client: Client) -> None:
    fields = {"oldpassword": PASSWORD, "password1": FRESH, "password2": "other-9-words"}
    page = post(member_client, CHANGE_PASSWORD, **fields)
    assert "These two are not the same." in page
    assert "You must type" not in page


def test_wrong_present_password_is_told_in_words(member_client: Client) -> None:
    fields = {"oldpassword": "wrong", "password1": FRESH, "password2": FRESH}
    page = post(member_client, CHANGE_PASSWORD, **fields)
    assert "That is not your password." in page


def test_page_opens_at_the_first_field_that_is_wrong(client: Client) -> None:
    page = post(client, "account_signup", email=ADDRESS, name="", password1="")
    assert page.count("autofocus") == 1
    assert page.index('name="name"') < page.index("autofocus") < page.index('name="password1"')
