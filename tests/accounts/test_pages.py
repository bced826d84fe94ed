"""Every page of this room, for everybody; and the admin of people."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts.models import User
from tests.accounts.conftest import PASSWORD, Member

pytestmark = pytest.mark.django_db

OPEN = 200
AWAY = 302
CLOSED = 403

# What a stranger, a member and a member of the staff get from GET.
EXPECTED = {
    "accounts:settings": (AWAY, OPEN, OPEN),
    "accounts:take_browser_zone": (AWAY, AWAY, AWAY),
    "accounts:sign_out_everywhere": (AWAY, AWAY, AWAY),
    "accounts:export": (AWAY, AWAY, AWAY),
    "accounts:close": (AWAY, AWAY, AWAY),
    "accounts:signup": (OPEN, AWAY, AWAY),
    "accounts:confirm_login_code": (AWAY, AWAY, AWAY),
    "accounts:confirm_email": (AWAY, AWAY, AWAY),
    "accounts:email": (AWAY, OPEN, OPEN),
    "account_login": (OPEN, AWAY, AWAY),
    "account_logout": (AWAY, OPEN, OPEN),
    "account_inactive": (OPEN, OPEN, OPEN),
    "account_signup": (OPEN, AWAY, AWAY),
    "account_reauthenticate": (AWAY, OPEN, OPEN),
    "account_request_reauthentication_code": (AWAY, OPEN, OPEN),
    "account_confirm_reauthentication_code": (AWAY, AWAY, AWAY),
    "account_email": (AWAY, OPEN, OPEN),
    "account_email_verification_sent": (AWAY, AWAY, AWAY),
    "account_change_password": (AWAY, OPEN, OPEN),
    "account_set_password": (AWAY, AWAY, AWAY),
    "account_reset_password": (OPEN, OPEN, OPEN),
    "account_confirm_login_code": (AWAY, AWAY, AWAY),
    "account_confirm_password_reset_code": (AWAY, AWAY, AWAY),
    "account_complete_password_reset": (AWAY, AWAY, AWAY),
    "account_password_reset_completed": (OPEN, OPEN, OPEN),
    "account_request_login_code": (OPEN, AWAY, AWAY),
    "admin:accounts_user_changelist": (AWAY, AWAY, OPEN),
    "admin:accounts_user_add": (AWAY, AWAY, CLOSED),
}


# For Facebook, which has neither session nor form: test_facebook.py.
FOR_A_PROGRAM = {"accounts:facebook_deletion", "accounts:facebook_deleted"}


def names_below(resolver: URLResolver, prefix: str = "") -> set[str]:
    names: set[str] = set()
    for entry in resolver.url_patterns:
        if isinstance(entry, URLPattern):
            names.add(f"{prefix}{entry.name}")
        elif isinstance(entry, URLResolver):
            inner = f"{prefix}{entry.namespace}:" if entry.namespace else prefix
            names |= names_below(entry, inner)
    return names


def test_expected_pages_are_all_pages_of_the_room() -> None:
    names = {name for name in names_below(get_resolver()) if name.startswith("account")}
    assert names - FOR_A_PROGRAM == {name for name in EXPECTED if not name.startswith("admin:")}


@pytest.fixture
def visitors(client: Client, member_client: Client, make_member: Member) -> list[Client]:
    staff = Client()
    staff.force_login(make_member("Nadia", "n@example.com", is_staff=True, is_superuser=True))
    return [client, member_client, staff]


@pytest.mark.parametrize("name", EXPECTED)
def test_page_answers_each_visitor_as_expected(visitors: list[Client], name: str) -> None:
    answers = tuple(visitor.get(reverse(name)).status_code for visitor in visitors)
    assert answers == EXPECTED[name]


@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.startswith("admin:")])
def test_page_survives_an_empty_and_a_wild_form(visitors: list[Client], name: str) -> None:
    wild = {"email": ["x", "<b>"], "code": "\x00", "password1": "\u202e", "action": "resend"}
    answers = {
        visitor.post(reverse(name), data).status_code for visitor in visitors for data in ({}, wild)
    }
    assert answers <= {200, 302, 403, 405}


@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.startswith("admin:")])
def test_page_has_no_more_than_one_brass_act(visitors: list[Client], name: str) -> None:
    for visitor in visitors:
        page = visitor.get(reverse(name)).content.decode()
        assert page.count("btn--brass") <= 1


@pytest.mark.parametrize("name", [name for name in EXPECTED if not name.startswith("admin:")])
def test_page_refuses_a_form_without_token(member: User, name: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(member)
    assert browser.post(reverse(name), {"name": "Zaynab"}).status_code == 403


@pytest.fixture
def staff_client(make_member: Member) -> Client:
    browser = Client()
    browser.force_login(make_member("Nadia", "n@example.com", is_staff=True, is_superuser=True))
    return browser


def test_admin_of_a_person_shows_no_password(staff_client: Client, member: User) -> None:
    page = staff_client.get(reverse("admin:accounts_user_change", args=[member.pk]))
    assert page.status_code == 200
    assert member.password not in page.content.decode()
    assert b'name="email"' not in page.content


def test_admin_renames_a_person(staff_client: Client, member: User) -> None:
    path = reverse("admin:accounts_user_change", args=[member.pk])
    data = {"name": "Zaynab", "language": "en", "time_zone": "UTC", "is_active": "on"}
    assert staff_client.post(path, data).status_code == 302
    member.refresh_from_db()
    assert (member.name, member.name_key) == ("Zaynab", "zaynab")
    assert member.check_password(PASSWORD)


def test_admin_with_a_taken_name_says_so(staff_client: Client, member: User) -> None:
    path = reverse("admin:accounts_user_change", args=[member.pk])
    data = {"name": "NADIA", "language": "en", "time_zone": "UTC", "is_active": "on"}
    assert "taken" in staff_client.post(path, data).content.decode()


@pytest.mark.parametrize("query", ["salma", "SALMA", "salma@example.com", "karim", "x" * 5000])
def test_admin_search_answers(staff_client: Client, member: User, query: str) -> None:
    page = staff_client.get(reverse("admin:accounts_user_changelist"), {"q": query})
    found = b"salma@example.com</td>" in page.content
    assert page.status_code == 200
    assert found == query.lower().startswith("salma")


def test_admin_list_asks_as_much_for_many_as_for_one(
    staff_client: Client, make_member: Member, django_assert_max_num_queries: object
) -> None:
    for number in range(20):
        make_member(f"Person {number}", f"p{number}@example.com")
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        staff_client.get(reverse("admin:accounts_user_changelist"))


def test_admin_power_stays_with_superusers(make_member: Member, member: User) -> None:
    clerk = make_member("Nadia", "n@example.com", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__model="user"))
    browser = Client()
    browser.force_login(clerk)
    path = reverse("admin:accounts_user_change", args=[clerk.pk])
    data = {"name": "Nadia", "language": "en", "time_zone": "UTC", "is_active": "on"}
    browser.post(path, {**data, "is_superuser": "on", "is_staff": "on"})
    clerk.refresh_from_db()
    assert not clerk.is_superuser


def test_admin_of_a_superuser_is_closed_to_clerks(make_member: Member) -> None:
    clerk = make_member("Nadia", "n@example.com", is_staff=True)
    clerk.user_permissions.set(Permission.objects.filter(content_type__model="user"))
    boss = make_member("Zaynab", "z@example.com", is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(clerk)
    path = reverse("admin:accounts_user_change", args=[boss.pk])
    assert browser.post(path, {"name": "Lowered"}).status_code == 403
