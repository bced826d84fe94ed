"""Pages of the staff's desk about people ask the database little, however many people there are."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.test import Client
from django.urls import reverse

from accounts.audit import record
from accounts.models import AuditEntry, User
from accounts.names import name_key
from tests.accounts.conftest import Member
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

MANY = 1000
LIST_BUDGET = 9
PAGE_BUDGET = 16


@pytest.fixture
def staff(make_member: Member) -> Client:
    warden = make_member("Warden", "w@example.com", is_staff=True, is_superuser=True)
    browser = Client()
    browser.force_login(warden)
    return browser


@pytest.fixture
def crowd(staff: Client) -> list[User]:
    """A thousand people, each with an address, a sign-in by another site and an audit row."""
    rows = [
        User(
            email=f"p{number}@example.com",
            name=f"P {number:05}",
            name_key=name_key(f"P {number:05}"),
        )
        for number in range(MANY)
    ]
    people = User.objects.bulk_create(rows)
    EmailAddress.objects.bulk_create(
        EmailAddress(user=each, email=each.email, verified=True) for each in people
    )
    SocialAccount.objects.bulk_create(
        SocialAccount(user=each, provider="google", uid=str(each.pk)) for each in people
    )
    warden = User.objects.get(name="Warden")
    AuditEntry.objects.bulk_create(
        AuditEntry(
            actor=warden,
            act="user.suspend",
            object_type="accounts.User",
            object_key=str(each.pk),
            object_name=each.name,
        )
        for each in people
    )
    return people


Ask = Callable[[str], int]


@pytest.fixture
def ask(staff: Client) -> Ask:
    """How many queries a page takes the second time, when what is kept in memory is there."""

    def count(address: str) -> int:
        staff.get(address)
        with count_queries() as sent:
            answer = staff.get(address)
        assert answer.status_code == 200
        return len(sent)

    return count


@pytest.mark.parametrize(
    "name",
    [
        *("accounts_user", "accounts_auditentry", "socialaccount_socialaccount"),
        "auth_group",
    ],
)
@pytest.mark.parametrize("query", ["", "?q=P", "?o=1"])
def test_list(ask: Ask, crowd: list[User], name: str, query: str) -> None:
    assert ask(reverse(f"admin:{name}_changelist") + query) <= LIST_BUDGET


def test_page_of_a_person(ask: Ask, crowd: list[User]) -> None:
    assert ask(reverse("admin:accounts_user_change", args=[crowd[7].pk])) <= PAGE_BUDGET


def test_page_of_an_entry(ask: Ask, crowd: list[User]) -> None:
    entry = AuditEntry.objects.first()
    assert ask(reverse("admin:accounts_auditentry_change", args=[entry.pk])) <= LIST_BUDGET


def test_page_of_an_act(ask: Ask, crowd: list[User]) -> None:
    address = reverse("admin:accounts_user_act", args=[crowd[7].pk, "close"])
    assert ask(address) <= LIST_BUDGET


def test_record_is_one_query(crowd: list[User]) -> None:
    with count_queries() as sent:
        record(crowd[0], "user.suspend", crowd[1])
    assert len(sent) == 1
