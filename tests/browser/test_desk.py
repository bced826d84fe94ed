"""A member of the staff in a real Chromium: the second factor, an act, and pages for every eye."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from axe_playwright_python.sync_playwright import Axe
from django.core import mail
from django.urls import reverse
from playwright.sync_api import Page, expect

from accounts.audit import record
from accounts.models import AuditEntry, User
from games.models import Player
from tests.accounts.conftest import code_in
from tests.accounts.totp import code_of
from tests.browser.conftest import NewContext, no_complaints
from tests.browser.hands import has_sideways_scroll
from tests.games.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "five-teas-and-a-jack"
REASON = "Insulted three people in a row."
# Django's own: its two-sided choice of groups has a label on a question mark.
NOT_OURS = {"aria-prohibited-attr": {"enabled": False}}
WAYS_OF_SEEING = [
    {"color_scheme": "light"},
    {"color_scheme": "dark", "viewport": {"width": 360, "height": 780}},
]


@pytest.fixture
def warden() -> User:
    user = make_user(name="Warden", is_staff=True, is_superuser=True, password=PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


@pytest.fixture
def salma() -> User:
    return make_user(name="Salma")


def check_eyes(page: Page) -> None:
    found = Axe().run(page, options={"rules": NOT_OURS})
    assert not found.violations_count, found.generate_report()
    assert not has_sideways_scroll(page)


def press(page: Page, words: str) -> None:
    page.get_by_role("button", name=words, exact=True).click()


def prove_oneself(page: Page) -> None:
    press(page, "Send the code")
    page.get_by_label("Code").fill(code_in(mail.outbox[-1]))
    press(page, "Confirm")


def set_up(page: Page) -> str:
    """Give the app its key, and return the key."""
    secret = page.locator("main code").inner_text()
    page.get_by_label("Code").fill(code_of(secret))
    press(page, "Save")
    return secret


def test_staff_set_up_a_second_factor_and_come_to_what_they_wanted(
    new_context: NewContext, warden: User, salma: User, settings: Any
) -> None:
    settings.STAFF_NEED_SECOND_FACTOR = True
    page = new_context(Player(user_id=warden.pk)).new_page()
    wanted = reverse("admin:accounts_user_change", args=[salma.pk])
    with no_complaints(page):
        page.goto(wanted)
        prove_oneself(page)
        secret = set_up(page)
        expect(page.locator(".codes li")).to_have_count(10)
        page.get_by_role("link", name="To the staff’s desk").click()
        page.get_by_label("Code").fill(code_of(secret, periods_later=1))
        press(page, "Go on")
        expect(page).to_have_url(f"{page.url.partition('/admin/')[0]}{wanted}")
        expect(page.get_by_text("Signing in")).to_be_visible()


def test_act_is_seen_before_it_is_done(new_context: NewContext, warden: User, salma: User) -> None:
    page = new_context(Player(user_id=warden.pk)).new_page()
    with no_complaints(page):
        page.goto(reverse("admin:accounts_user_change", args=[salma.pk]))
        page.get_by_role("link", name="Suspend").click()
        page.get_by_label("Why, for the person").fill("You were asked to stop.")
        page.get_by_label("Reason").fill(REASON)
        press(page, "See what follows")
        expect(page.get_by_text("Salma is signed out everywhere")).to_be_visible()
        assert User.objects.get(pk=salma.pk).is_active
        press(page, "Suspend")
        expect(page.get_by_text("It is in the audit log.")).to_be_visible()
        expect(page.locator("#audit-entries ~ table")).to_contain_text(REASON)
    assert not User.objects.get(pk=salma.pk).is_active
    assert AuditEntry.objects.get().actor == warden


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_at_the_desk_for_people(
    new_context: NewContext, warden: User, salma: User, way: dict[str, Any]
) -> None:
    entry = record(warden, "user.suspend", salma, reason=REASON, before={"is_active": True})
    page = new_context(Player(user_id=warden.pk), bypass_csp=True, **way).new_page()
    for address in (
        reverse("admin:index"),
        reverse("admin:accounts_auditentry_changelist"),
        reverse("admin:accounts_auditentry_change", args=[entry.pk]),
        reverse("admin:accounts_user_change", args=[salma.pk]),
        reverse("admin:accounts_user_act", args=[salma.pk, "close"]),
    ):
        page.goto(address)
        check_eyes(page)
    page.get_by_label("Reason").fill(REASON)
    press(page, "See what follows")
    check_eyes(page)


@pytest.mark.parametrize("way", WAYS_OF_SEEING)
def test_axe_finds_nothing_on_the_pages_of_the_second_factor(
    new_context: NewContext, warden: User, way: dict[str, Any]
) -> None:
    page = new_context(Player(user_id=warden.pk), bypass_csp=True, **way).new_page()
    page.goto(reverse("mfa_index"))
    check_eyes(page)
    page.goto(reverse("mfa_activate_totp"))
    prove_oneself(page)
    check_eyes(page)
    set_up(page)
    check_eyes(page)
    for name in ("mfa_generate_recovery_codes", "mfa_deactivate_totp", "mfa_index"):
        page.goto(reverse(name))
        check_eyes(page)
