"""What can go wrong at another site is told on a page of ours, and no secret reaches the log."""

from typing import Any

import pytest
import requests
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.urls import reverse

from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD
from tests.accounts.other_site import (
    KEYS,
    OWN,
    PATHS,
    TOKEN,
    OtherSite,
    come_back,
    leave_for,
    sign_in,
)

pytestmark = pytest.mark.django_db

SITES = list(PATHS)
TOKENS = "token"
PEOPLE = {"google": TOKENS, "facebook": "/me", OWN: "userinfo"}
"""Where a site tells of the person."""
GARBAGE = [
    b"",
    b"\xff\xfe",
    b"<html>Bad gateway</html>",
    b"null",
    b"[]",
    b"7",
    b"{}",
    b'{"sub": null, "id": null}',
    b'{"sub": 7, "id": 7}',
    b'{"sub": "", "id": ""}',
    b'{"sub": ["x"], "id": ["x"]}',
    b'{"sub": "a\\u0000b", "id": "a\\u0000b"}',
    b'{"sub": "s", "id": "s", "name": ["x"]}',
    b'{"sub": "s", "id": "s", "email": ["x"]}',
    b'{"access_token": null}',
    b'{"access_token": "t", "id_token": "x.y.z", "expires_in": "soon"}',
    b"[" * 100_000,
    b'{"sub": "' + b"s" * 500 + b'", "id": "' + b"s" * 500 + b'"}',
]
NO_SUBJECTS: list[Any] = [
    None,
    False,
    True,
    7,
    0,
    1.5,
    "",
    "  ",
    [],
    ["x"],
    {},
    {"a": "b"},
    "a\x00b",
    "a\nb",
]
ODD_LIFETIMES = ["1" + "0" * 20, "-1" + "0" * 20, "1" + "0" * 5000, '"soon"', "[1]", "1e400"]
SILENT = requests.ConnectionError(f"no answer at /oauth/access_token?client_secret={TOKEN}")


def assert_told_kindly(response: object) -> None:
    assert response.status_code == 401  # type: ignore[attr-defined]
    assert "Nothing is lost" in response.content.decode()  # type: ignore[attr-defined]


@pytest.mark.parametrize("site", SITES)
def test_refusing_there_leads_to_a_page_with_other_ways(
    client: Client, other_site: OtherSite, site: str
) -> None:
    response = come_back(client, site, leave_for(client, site), error="access_denied")
    page = client.get(response.url).content.decode()
    assert "Nothing has changed" in page
    assert reverse("account_login") in page


def test_refusing_there_keeps_the_way_that_was_meant(
    client: Client, other_site: OtherSite, member: User
) -> None:
    come_back(client, "google", leave_for(client, "google", next="/rules/"), error="access_denied")
    signed_in = client.post(reverse("account_login"), {"login": ADDRESS, "password": PASSWORD})
    assert signed_in.url == "/rules/"


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("error", ["server_error", "<script>alert(1)</script>"])
def test_error_told_by_the_other_site_is_told_kindly(
    client: Client, other_site: OtherSite, site: str, error: str
) -> None:
    response = come_back(client, site, leave_for(client, site), error=error)
    assert_told_kindly(response)
    assert b"<script>alert" not in response.content


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("state", ["", "forged", "x" * 10_000])
def test_forged_state_signs_nobody_in(
    client: Client, other_site: OtherSite, site: str, state: str
) -> None:
    leave_for(client, site)
    assert_told_kindly(come_back(client, site, {"state": state}))
    assert not User.objects.exists()


@pytest.mark.parametrize("site", SITES)
def test_state_of_another_browser_signs_nobody_in(
    client: Client, other_site: OtherSite, site: str
) -> None:
    told = leave_for(Client(), site)
    assert_told_kindly(come_back(client, site, told))


def test_state_of_another_site_signs_nobody_in(client: Client, other_site: OtherSite) -> None:
    assert_told_kindly(come_back(client, "google", leave_for(client, "facebook")))


@pytest.mark.parametrize("site", SITES)
def test_page_opened_a_second_time_is_told_kindly(
    client: Client, other_site: OtherSite, site: str
) -> None:
    told = leave_for(client, site)
    come_back(client, site, told)
    assert_told_kindly(come_back(client, site, told))


@pytest.mark.parametrize("site", SITES)
def test_code_that_the_other_site_does_not_know_is_told_kindly(
    client: Client, other_site: OtherSite, site: str
) -> None:
    other_site.answers[TOKENS] = b'{"error": "invalid_grant"}'
    assert_told_kindly(sign_in(client, site))


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("place", [TOKENS, "person"])
@pytest.mark.parametrize("failure", [SILENT, requests.ReadTimeout(), *GARBAGE])
def test_site_that_is_down_or_answers_nonsense_is_told_kindly(
    client: Client,
    other_site: OtherSite,
    caplog: pytest.LogCaptureFixture,
    site: str,
    place: str,
    failure: bytes | Exception,
) -> None:
    told = leave_for(client, site)
    other_site.answers[PEOPLE[site] if place == "person" else TOKENS] = failure
    response = come_back(client, site, told)
    assert response.status_code in (302, 401)
    assert not SocialAccount.objects.exists()
    assert_no_secret(caplog.text)


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("subject", NO_SUBJECTS)
def test_subject_that_is_no_text_names_nobody(
    client: Client, other_site: OtherSite, site: str, subject: Any
) -> None:
    other_site.person["sub"] = subject
    assert_told_kindly(sign_in(client, site))


@pytest.mark.parametrize("site", SITES)
def test_answer_without_a_subject_names_nobody(
    client: Client, other_site: OtherSite, site: str
) -> None:
    del other_site.person["sub"]
    other_site.answers["/me"] = b'{"name": "Salma"}'
    assert_told_kindly(sign_in(client, site))


@pytest.mark.parametrize("subject", NO_SUBJECTS)
def test_subject_of_a_token_that_is_no_text_names_nobody(
    client: Client, other_site: OtherSite, subject: Any
) -> None:
    other_site.person, other_site.identity = {}, {"sub": subject}
    assert_told_kindly(sign_in(client, OWN))


def test_two_subjects_in_one_answer_name_nobody(client: Client, other_site: OtherSite) -> None:
    other_site.identity = {"sub": "somebody-else"}
    assert_told_kindly(sign_in(client, OWN))


@pytest.mark.parametrize("told", ["by page", "by token", "by both"])
def test_subject_that_is_a_text_names_the_person(
    client: Client, other_site: OtherSite, member: User, told: str
) -> None:
    SocialAccount.objects.create(user=member, provider=OWN, uid="subject-1")
    if told != "by page":
        other_site.identity = dict(other_site.person)
    if told == "by token":
        other_site.person = {}
    sign_in(client, OWN)
    assert client.session["_auth_user_id"] == str(member.pk)


@pytest.mark.parametrize("site", SITES)
@pytest.mark.parametrize("lifetime", ODD_LIFETIMES)
def test_lifetime_that_no_clock_knows_is_told_kindly(
    client: Client, other_site: OtherSite, site: str, lifetime: str
) -> None:
    answer = f'{{"access_token": "{TOKEN}", "expires_in": {lifetime}}}'
    other_site.answers[TOKENS] = answer.encode()
    assert_told_kindly(sign_in(client, site))


@pytest.mark.parametrize("failure", [SILENT, *GARBAGE])
def test_server_that_does_not_say_where_its_pages_are_is_told_kindly(
    client: Client, other_site: OtherSite, failure: bytes | Exception
) -> None:
    other_site.answers["openid-configuration"] = failure
    assert_told_kindly(client.post(f"{PATHS[OWN]}/login/"))


def assert_no_secret(log: str) -> None:
    secrets = [key for name, key in KEYS.items() if name.endswith("SECRET")]
    assert not [secret for secret in (*secrets, TOKEN, "a-code") if secret in log]


@pytest.mark.parametrize("site", SITES)
def test_log_of_a_sign_in_names_no_key_code_or_token(
    client: Client, other_site: OtherSite, caplog: pytest.LogCaptureFixture, site: str
) -> None:
    caplog.set_level("DEBUG")
    sign_in(client, site)
    assert_no_secret(caplog.text)


@pytest.mark.parametrize("next_", ["https://evil.example/", "//evil.example/", "\\\\evil.example"])
def test_way_that_leads_elsewhere_stays_here(
    client: Client, other_site: OtherSite, member: User, next_: str
) -> None:
    SocialAccount.objects.create(user=member, provider="google", uid="subject-1")
    assert sign_in(client, "google", next=next_).url == reverse("games:home")


@pytest.mark.parametrize("process", ["connect", "redirect", "<b>"])
def test_strange_process_of_a_stranger_signs_nobody_in_without_a_name(
    client: Client, other_site: OtherSite, process: str
) -> None:
    assert sign_in(client, "google", process=process).status_code in (302, 401)
    assert "_auth_user_id" not in client.session
    assert not User.objects.exists()


def test_choice_of_a_name_without_a_sign_in_leads_to_one(client: Client) -> None:
    assert client.post("/accounts/3rdparty/signup/", {"name": "Salma"}).url == "/accounts/login/"


def test_button_without_the_forms_token_is_refused(other_site: OtherSite) -> None:
    browser = Client(enforce_csrf_checks=True)
    assert browser.post(f"{PATHS['google']}/login/").status_code == 403
