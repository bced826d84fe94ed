"""What a person may change: name, language, time zone, address, password."""

import re

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.urls import reverse

from accounts import validators
from accounts.forms import SettingsForm
from accounts.models import User
from tests.accounts.conftest import ADDRESS, PASSWORD, Member, code_in

pytestmark = pytest.mark.django_db

SETTINGS = "/accounts/settings/"
CHOICES = {"name": "Salma Badr", "language": "ar", "time_zone": "Africa/Cairo"}


def test_settings_are_kept(member_client: Client, member: User) -> None:
    assert member_client.post(SETTINGS, CHOICES).url == SETTINGS
    member.refresh_from_db()
    assert {key: getattr(member, key) for key in CHOICES} == CHOICES
    assert member.name_key == "salma badr"


def zones_of(client: Client) -> set[str]:
    page = client.get(SETTINGS).content.decode()
    return set(re.findall(r'<option value="(\w+(?:/[\w-]+)+)"', page))


def test_each_place_is_offered_once_by_the_name_of_today(member_client: Client) -> None:
    zones = zones_of(member_client)
    assert {"Africa/Cairo", "Asia/Kolkata", "Europe/Kyiv"} <= zones
    assert not {"Asia/Calcutta", "Europe/Kiev", "Asia/Istanbul"} & zones


def test_zone_of_an_old_name_stays_as_long_as_it_is_not_changed(
    member_client: Client, member: User
) -> None:
    User.objects.filter(pk=member.pk).update(time_zone="Asia/Calcutta")
    assert "Asia/Calcutta" in zones_of(member_client)
    member_client.post(SETTINGS, {**CHOICES, "time_zone": "Asia/Calcutta"})
    member.refresh_from_db()
    assert (member.name, member.time_zone) == ("Salma Badr", "Asia/Calcutta")


def test_zones_are_all_offered_where_the_system_has_no_table(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(validators, "_list_tables", lambda: iter(()))
    assert validators.offered_time_zones.__wrapped__() == validators.known_time_zones()


def test_settings_speak_the_new_language_at_once(member_client: Client) -> None:
    page = member_client.post(SETTINGS, CHOICES, follow=True).content.decode()
    assert '<html lang="ar"' in page
    assert 'dir="rtl"' in page


def test_settings_of_a_stranger_lead_to_sign_in(client: Client) -> None:
    assert client.get(SETTINGS).url == f"/accounts/login/?next={SETTINGS}"
    assert client.post(SETTINGS, CHOICES).url == f"/accounts/login/?next={SETTINGS}"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "ab"),
        ("name", "Staff 1"),
        ("name", "<i>Salma</i>"),
        ("name", "Sal\u2067ma"),
        ("name", "Sal\x00ma"),
        ("name", "x" * 1_000_000),
        ("language", "xx"),
        ("language", ""),
        ("language", "en\x00"),
        ("time_zone", "Mars/Base"),
        ("time_zone", "../../etc/passwd"),
        ("time_zone", ""),
    ],
)
def test_settings_with_bad_input_say_so_and_change_nothing(
    member_client: Client, member: User, field: str, value: str
) -> None:
    response = member_client.post(SETTINGS, {**CHOICES, field: value})
    assert response.status_code == 200
    assert response.context["form"].errors[field]
    member.refresh_from_db()
    assert (member.name, member.language, member.time_zone) == ("Salma", "en", "UTC")


def test_settings_with_a_refused_name_show_the_old_one_in_the_bar(member_client: Client) -> None:
    page = member_client.post(SETTINGS, {**CHOICES, "name": "Zy"}).content.decode()
    assert "Salma: your page" in page


def test_settings_change_nothing_else(member_client: Client, member: User) -> None:
    member_client.post(SETTINGS, {**CHOICES, "email": "x@example.com", "is_staff": "on"})
    member.refresh_from_db()
    assert (member.email, member.is_staff) == (ADDRESS, False)


def test_settings_keep_ones_own_name_in_another_spelling(
    member_client: Client, member: User
) -> None:
    member_client.post(SETTINGS, {**CHOICES, "name": "SALMA"})
    member.refresh_from_db()
    assert member.name == "SALMA"


def test_settings_with_a_taken_name_say_so(member_client: Client, make_member: Member) -> None:
    make_member("Nadia", "nadia@example.com")
    response = member_client.post(SETTINGS, {**CHOICES, "name": "NADIA"})
    assert "taken" in response.context["form"].errors["name"][0]


def test_settings_with_a_name_taken_meanwhile_say_so(
    member_client: Client, make_member: Member, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = SettingsForm.store

    def store_after_rival(form: SettingsForm) -> User:
        make_member("Salma Badr", "rival@example.com")
        return store(form)

    monkeypatch.setattr(SettingsForm, "store", store_after_rival)
    response = member_client.post(SETTINGS, CHOICES)
    assert "taken" in response.context["form"].errors["name"][0]


def sign_in(member: User) -> Client:
    browser = Client()
    browser.post(reverse("account_login"), {"login": member.email, "password": PASSWORD})
    return browser


def change_address(browser: Client, address: str) -> None:
    """Asks for the change, shows the password once more, and asks again."""
    path = reverse("account_email")
    response = browser.post(path, {"action_add": "1", "email": address})
    browser.post(response.url, {"password": PASSWORD})


def test_address_change_asks_for_the_password_first(member: User) -> None:
    response = sign_in(member).post(
        reverse("account_email"), {"action_add": "1", "email": "new@example.com"}
    )
    assert response.url.startswith(reverse("account_reauthenticate"))
    assert not mail.outbox


def test_address_change_counts_after_the_code_and_tells_the_old_address(member: User) -> None:
    browser = sign_in(member)
    change_address(browser, "New@example.com")
    member.refresh_from_db()
    assert member.email == ADDRESS
    browser.post(reverse("account_email_verification_sent"), {"code": code_in(mail.outbox[0])})
    member.refresh_from_db()
    assert member.email == "new@example.com"
    assert list(EmailAddress.objects.values_list("email", "verified")) == [(member.email, True)]
    assert [message.to for message in mail.outbox] == [["new@example.com"], [ADDRESS]]


def test_address_change_to_somebody_elses_is_refused_only_after_the_code(
    member: User, make_member: Member
) -> None:
    other = make_member("Nadia", "nadia@example.com")
    browser = sign_in(member)
    change_address(browser, other.email)
    confirm = reverse("account_email_verification_sent")
    response = browser.post(confirm, {"code": code_in(mail.outbox[0])})
    assert response.context["form"].errors["code"]
    member.refresh_from_db()
    assert member.email == ADDRESS


def test_password_change_ends_other_sessions_and_keeps_this_one(
    member_client: Client, member: User
) -> None:
    other = sign_in(member)
    fresh = "coffee-no-sugar-8"
    response = member_client.post(
        reverse("account_change_password"),
        {"oldpassword": PASSWORD, "password1": fresh, "password2": fresh},
    )
    assert response.url == SETTINGS
    assert member_client.get(SETTINGS).status_code == 200
    assert other.get(SETTINGS).status_code == 302


def test_password_change_with_a_wrong_old_one_is_refused(
    member_client: Client, member: User
) -> None:
    fresh = "coffee-no-sugar-8"
    member_client.post(
        reverse("account_change_password"),
        {"oldpassword": "wrong", "password1": fresh, "password2": fresh},
    )
    member.refresh_from_db()
    assert member.check_password(PASSWORD)
