"""What changes with a password, an address or a zone: the links and the stops of mails."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games import clock
from games.models import AddressStopReason, MailSettings, Notice, NoticeKind
from games.services.address_stops import is_stopped, stop_address
from tests.accounts.conftest import ADDRESS, PASSWORD, code_in

pytestmark = pytest.mark.django_db

FRESH = "coffee-no-sugar-8"
CHOICES = {"name": "Salma", "language": "en", "time_zone": "Africa/Cairo"}


@pytest.fixture
def wishes(member: User) -> MailSettings:
    return MailSettings.objects.create(user=member, plays_from_mail=True)


def have_links_been_voided(wishes: MailSettings) -> bool:
    before = wishes.link_generation
    wishes.refresh_from_db()
    return wishes.link_generation > before


def sign_in(member: User) -> Client:
    browser = Client()
    browser.post(reverse("account_login"), {"login": member.email, "password": PASSWORD})
    return browser


def sign_in_by_code(browser: Client) -> None:
    response = browser.post(reverse("account_request_login_code"), {"email": ADDRESS})
    browser.post(response.url, {"code": code_in(mail.outbox[-1])})


def change_address(browser: Client, address: str) -> None:
    response = browser.post(reverse("account_email"), {"action_add": "1", "email": address})
    browser.post(response.url, {"password": PASSWORD})
    confirm = reverse("account_email_verification_sent")
    browser.post(confirm, {"code": code_in(mail.outbox[0])})


def test_another_password_voids_the_links_of_mails(member: User, wishes: MailSettings) -> None:
    sign_in(member).post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": FRESH, "password2": FRESH},
    )
    assert have_links_been_voided(wishes)


def test_password_that_was_forgotten_voids_the_links_of_mails(
    client: Client, wishes: MailSettings
) -> None:
    response = client.post(reverse("account_reset_password"), {"email": ADDRESS})
    response = client.post(response.url, {"code": code_in(mail.outbox[0])})
    client.post(response.url, {"password1": FRESH, "password2": FRESH})
    assert have_links_been_voided(wishes)


def test_another_address_voids_the_links_of_mails(member: User, wishes: MailSettings) -> None:
    change_address(sign_in(member), "new@example.com")
    assert have_links_been_voided(wishes)


def test_signing_in_voids_no_links(client: Client, member: User, wishes: MailSettings) -> None:
    sign_in(member)
    sign_in_by_code(client)
    assert not have_links_been_voided(wishes)


def test_new_address_starts_clean(member: User) -> None:
    stop_address("new@example.com", AddressStopReason.BOUNCED, at=clock.now())
    change_address(sign_in(member), "new@example.com")
    assert EmailAddress.objects.get(user=member).email == "new@example.com"
    assert not is_stopped("new@example.com")


def test_address_is_clean_again_once_a_code_came_back_from_it(client: Client, member: User) -> None:
    stop_address(ADDRESS, AddressStopReason.BOUNCED, at=clock.now())
    sign_in_by_code(client)
    assert not is_stopped(ADDRESS)


def test_password_proves_no_address(member: User) -> None:
    stop_address(ADDRESS, AddressStopReason.BOUNCED, at=clock.now())
    sign_in(member)
    assert is_stopped(ADDRESS)


def hold_a_mail(member: User) -> Notice:
    later = clock.now() + timedelta(hours=9)
    return Notice.objects.create(
        key="test", kind=NoticeKind.TEST, user=member, state="held", reason="quiet", due_at=later
    )


@pytest.mark.parametrize(("zone", "is_due"), [("Pacific/Chatham", True), ("Africa/Cairo", False)])
def test_what_is_held_is_looked_at_again_in_another_zone(
    member: User, zone: str, is_due: bool
) -> None:
    User.objects.filter(pk=member.pk).update(time_zone="Africa/Cairo")
    notice, browser = hold_a_mail(member), sign_in(member)
    browser.post(reverse("accounts:settings"), {**CHOICES, "time_zone": zone})
    notice.refresh_from_db()
    assert (notice.due_at is not None and notice.due_at <= clock.now()) == is_due
