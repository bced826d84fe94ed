"""Signing in with another site: a real Chromium, this site, and a real OpenID Connect server."""

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.core import mail
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from accounts.models import User
from basra_site.settings.social import get_sites, list_gates
from games.models import Game
from tests.accounts.conftest import code_in
from tests.browser.conftest import NewContext
from tests.browser.hands import game_of, has_sideways_scroll, start_game
from tests.browser.test_every_page import WAYS_OF_SEEING, complaints
from tests.services import debian, provider

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SALMA = {"name": "Salma Hassan", "email": "salma@example.com", "email_verified": True}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    if provider.find() is None and not provider.install():
        if debian.is_ci():
            pytest.fail(provider.ADVICE, pytrace=False)
        pytest.skip(provider.ADVICE)
    with provider.running() as url:
        yield url


@pytest.fixture(autouse=True)
def _club(server: str, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The site has the keys of the server, as the environment would give them."""
    keys = {"SERVER_URL": server, "CLIENT_ID": "basra", "CLIENT_SECRET": "x", "NAME": "Our club"}
    for name, key in keys.items():
        monkeypatch.setenv(f"OIDC_{name}", key)
    settings.SOCIALACCOUNT_PROVIDERS = get_sites()
    policy = deepcopy(settings.CONTENT_SECURITY_POLICY)
    policy["DIRECTIVES"]["form-action"] = ["'self'", *list_gates(get_sites())]
    settings.CONTENT_SECURITY_POLICY = policy


@pytest.fixture
def page(page: Page) -> Page:
    """The pages of the server want a style sheet from far away and an icon that it has not."""
    page.route(re.compile(r"^https://|favicon"), lambda route: route.fulfill(body=""))
    return page


def make_member(*, proven: bool) -> User:
    user = User.objects.create_user("salma@example.com", "tea-with-mint-7", name="Salma")
    EmailAddress.objects.create(user=user, email=user.email, verified=proven, primary=True)
    return user


def go_to_the_club(page: Page, subject: str) -> None:
    """Press the button on the page of sign-in, and say there who one is."""
    page.locator(".sites").get_by_text("Our club").click()
    page.get_by_placeholder("sub").fill(subject)
    page.get_by_role("button", name="Authorize").click()


def expect_signed_in(page: Page, name: str) -> None:
    expect(page.get_by_text(f"Good to see you, {name}.")).to_be_visible()


def test_new_person_chooses_a_name_and_lands_at_the_guests_table(page: Page, server: str) -> None:
    provider.make_person(server, "s-1", **SALMA)
    start_game(page)
    game = game_of(page)
    page.goto(f"/accounts/signup/?next=/games/{game.public_id}/")
    go_to_the_club(page, "s-1")

    name = page.get_by_label("Name")
    expect(name).to_have_value("Salma Hassan")
    expect(page.get_by_label("E-mail address")).to_be_disabled()
    name.fill("Salma")
    page.get_by_role("button", name="Join").click()

    page.wait_for_url(f"**/games/{game.public_id}/")
    expect(page.locator("#hand")).to_be_visible()
    user = User.objects.get(name="Salma")
    assert SocialAccount.objects.get().uid == "s-1"
    assert Game.objects.get().seats.get(user=user)
    assert not mail.outbox


def test_new_person_without_an_address_proves_one_by_code(page: Page, server: str) -> None:
    provider.make_person(server, "s-2", name="Nadia")
    page.goto("/accounts/login/?next=/rules/")
    go_to_the_club(page, "s-2")

    page.get_by_label("E-mail address").fill("nadia@example.com")
    page.get_by_role("button", name="Join").click()
    page.get_by_label("Code").fill(code_in(mail.outbox[0]))
    page.get_by_role("button", name="Confirm").click()

    page.wait_for_url("**/rules/")
    assert EmailAddress.objects.get().verified


def test_returning_person_is_in_whatever_the_address_there_is_now(page: Page, server: str) -> None:
    user = make_member(proven=True)
    name = get_sites()["openid_connect"]["APP"]["provider_id"]
    SocialAccount.objects.create(user=user, provider=name, uid="s-3")
    provider.make_person(server, "s-3", **{**SALMA, "email": "moved@example.com"})
    page.goto("/accounts/login/?next=/rules/")
    go_to_the_club(page, "s-3")

    page.wait_for_url("**/rules/")
    user.refresh_from_db()
    assert user.email == "salma@example.com"


def test_account_with_the_address_proven_on_both_sides_is_joined(page: Page, server: str) -> None:
    user = make_member(proven=True)
    provider.make_person(server, "s-4", **SALMA)
    page.goto("/accounts/login/")
    go_to_the_club(page, "s-4")

    expect_signed_in(page, "Salma")
    assert SocialAccount.objects.get(uid="s-4").user == user


@pytest.mark.parametrize(("there", "here"), [(False, True), (True, False)])
def test_account_with_an_address_unproven_on_one_side_is_not_joined(
    page: Page, server: str, there: bool, here: bool
) -> None:
    make_member(proven=here)
    provider.make_person(server, "s-5", **{**SALMA, "email_verified": there})
    page.goto("/accounts/login/")
    go_to_the_club(page, "s-5")

    expect(page.get_by_role("heading", level=1)).to_have_text("This address has an account")
    expect(page.get_by_text("sign in to it first")).to_be_visible()
    assert not SocialAccount.objects.exists()


def test_account_that_was_not_joined_is_signed_in_to_and_connected(
    new_context: NewContext, server: str, live_server: LiveServer
) -> None:
    user = make_member(proven=True)
    provider.make_person(server, "s-6", **{**SALMA, "email_verified": False})
    page = new_context().new_page()
    page.goto("/accounts/login/")
    go_to_the_club(page, "s-6")
    page.get_by_role("link", name="Sign in with a password").click()
    page.get_by_label("E-mail address").fill(user.email)
    page.get_by_label("Password").fill("tea-with-mint-7")
    page.get_by_role("button", name="Sign in").click()

    page.wait_for_url("**/accounts/3rdparty/")
    page.get_by_role("button", name="Connect Our club").click()
    page.get_by_placeholder("sub").fill("s-6")
    page.get_by_role("button", name="Authorize").click()
    page.get_by_label("Password").fill("tea-with-mint-7")
    page.get_by_role("button", name="Go on").click()

    expect(page.get_by_role("button", name="Remove Our club")).to_be_visible()
    assert SocialAccount.objects.get(uid="s-6").user == user


def test_person_who_refuses_there_comes_back_to_other_ways(page: Page, server: str) -> None:
    page.goto("/accounts/login/?next=/rules/")
    page.get_by_role("button", name="Continue with Our club").click()
    page.get_by_role("button", name="Deny").click()

    expect(page.get_by_role("heading", level=1)).to_have_text("Not this way, then")
    page.get_by_role("link", name="Back to the sign-in").click()
    page.wait_for_url("**/accounts/login/")
    assert not User.objects.exists()


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_every_page_of_it_fits_and_reads_well(
    new_context: NewContext, server: str, way: str
) -> None:
    make_member(proven=True)
    provider.make_person(server, "s-7", name="Nadia")
    provider.make_person(server, "s-8", **{**SALMA, "email_verified": False})
    provider.make_person(server, "s-9", **SALMA)
    options = {"viewport": {"width": 360, "height": 760}, **WAYS_OF_SEEING[way]}
    page = new_context(**options).new_page()
    for address in ("login/", "signup/", "3rdparty/login/cancelled/", "3rdparty/login/error/"):
        page.goto(f"/accounts/{address}")
        assert_fits_and_reads_well(page)
    page.goto(f"/accounts/oidc/{get_sites()['openid_connect']['APP']['provider_id']}/login/")
    assert_fits_and_reads_well(page)
    for subject in ("s-7", "s-8", "s-9"):
        page.goto("/accounts/login/")
        go_to_the_club(page, subject)
        assert_fits_and_reads_well(page)
    page.goto("/accounts/3rdparty/")
    assert_fits_and_reads_well(page)


def assert_fits_and_reads_well(page: Page) -> None:
    expect(page.locator(".account, main")).not_to_have_count(0)
    assert not has_sideways_scroll(page), page.url
    assert not complaints(page), page.url
