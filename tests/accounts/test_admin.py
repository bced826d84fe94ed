"""The staff's desk for people: what it never tells, and who may not raise themselves."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from accounts.desk import DeskAdmin
from accounts.models import User
from tests.accounts.conftest import Member
from tests.desk import is_led_back

pytestmark = pytest.mark.django_db

PEOPLE = "admin:accounts_user_changelist"
# Every admin of the site, by its model.
ADMINS = {model._meta.label: desk for model, desk in admin.site._registry.items()}

SignIn = Callable[..., Client]


@pytest.fixture
def sign_in(make_member: Member) -> SignIn:
    """A browser of somebody on the staff with these permissions; with none named, a superuser."""

    def make(*codenames: str) -> Client:
        person = make_member("Warden", "w@example.com", is_staff=True, is_superuser=not codenames)
        person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        browser = Client()
        browser.force_login(person)
        return browser

    return make


def change_page(person: User) -> str:
    return reverse("admin:accounts_user_change", args=[person.pk])


def fields_of(person: User, **changes: Any) -> dict[str, Any]:
    fields = {"name": person.name, "language": "en", "time_zone": "UTC", "is_active": "on"}
    return {**fields, **changes}


def columns_of(person: User) -> dict[str, Any]:
    """All but the moment of the last visit."""
    columns = User.objects.filter(pk=person.pk).values()[0]
    return {name: value for name, value in columns.items() if name != "last_seen_at"}


def list_secret_lookups(label: str) -> list[str]:
    people = {"accounts.User": "", "auth.Group": "user__", "games.Guest": "claimed_by__"}
    person = people.get(label, "user__")
    columns = ("password", "email", "emailaddress__email", "is_superuser", "last_login")
    return [f"{person}{column}__startswith" for column in columns]


@pytest.mark.parametrize("label", ADMINS)
def test_every_list_keeps_the_rule(label: str) -> None:
    assert isinstance(ADMINS[label], DeskAdmin)


@pytest.mark.parametrize(
    "lookup",
    [
        *("password", "password__startswith", "password__regex", "password__gte", "email__regex"),
        *("emailaddress__email__startswith", "groups__user__password__startswith", "name__regex"),
        *("last_login__regex", "logentry__object_repr__contains", "joined_at__year__gte"),
    ],
)
def test_people_are_not_filtered_by_what_is_no_filter(sign_in: SignIn, lookup: str) -> None:
    staff = sign_in("view_user")
    assert is_led_back(staff.get(reverse(PEOPLE), {lookup: "a"}))


@pytest.mark.parametrize("label", ADMINS)
def test_no_list_is_filtered_by_what_it_hides_of_people(sign_in: SignIn, label: str) -> None:
    staff, model = sign_in(), ADMINS[label].model._meta
    address = reverse(f"admin:{model.app_label}_{model.model_name}_changelist")
    for lookup in list_secret_lookups(label):
        assert is_led_back(staff.get(address, {lookup: "a"})), lookup


@pytest.mark.parametrize("query", ["_to_field=password", "_popup=1&_to_field=password"])
def test_people_are_not_looked_up_by_their_password(
    sign_in: SignIn, member: User, query: str
) -> None:
    staff = sign_in("view_user")
    assert staff.get(f"{reverse(PEOPLE)}?{query}").status_code == 400
    assert staff.get(f"{change_page(member)}?{query}").status_code == 400


def test_search_and_order_do_not_look_at_passwords(sign_in: SignIn, member: User) -> None:
    staff = sign_in("view_user")
    assert "0 people" in staff.get(reverse(PEOPLE), {"q": member.password[:9]}).content.decode()
    assert staff.get(reverse(PEOPLE), {"o": "password"}).status_code == 200


@pytest.mark.parametrize(
    "query",
    [
        *("is_active__exact=1", "is_staff__exact=0", "language=en", "last_login__isnull=True"),
        *("joined_at__gte=2026-01-01+00%3A00%3A00%2B00%3A00", "joined_at__year=2026"),
        *("joined_at__year=2026&joined_at__month=3&joined_at__day=14",),
    ],
)
def test_people_are_filtered_by_the_lists_own_filters(
    sign_in: SignIn, member: User, query: str
) -> None:
    assert sign_in("view_user").get(f"{reverse(PEOPLE)}?{query}").status_code == 200


@pytest.mark.parametrize("time_zone", ["UTC", "Africa/Cairo", "America/New_York"])
@pytest.mark.parametrize(
    "query",
    [
        *("joined_at__year=99999", "joined_at__year=9999", "joined_at__year=x"),
        *("joined_at__year=-1", "joined_at__year=2026&joined_at__month=13"),
        *("joined_at__month=99999999999999999999", "joined_at__day=x", "joined_at__gte=x"),
        *("is_staff__exact=9", "is_staff__gte=x", "language__isempty=x"),
    ],
)
def test_broken_value_leads_back_to_the_list(sign_in: SignIn, time_zone: str, query: str) -> None:
    staff = sign_in()
    User.objects.update(time_zone=time_zone)
    answer = staff.get(f"{reverse(PEOPLE)}?{query}")
    assert answer.status_code in (200, 302)
    assert answer.status_code == 200 or answer["Location"].endswith("?e=1")


@pytest.mark.parametrize(
    "label",
    [
        *("account_emailaddress", "account_emailconfirmation", "mfa_authenticator"),
        *("socialaccount_socialapp", "socialaccount_socialtoken"),
    ],
)
def test_addresses_and_secrets_have_no_page_of_their_own(label: str) -> None:
    with pytest.raises(NoReverseMatch):
        reverse(f"admin:{label}_changelist")


def test_addresses_are_shown_on_the_persons_page(sign_in: SignIn, member: User) -> None:
    EmailAddress.objects.create(user=member, email="second@example.com")
    staff = sign_in("view_user", "view_emailaddress")
    page = staff.get(change_page(member)).content.decode()
    assert f"{member.email} (proven)" in page
    assert "second@example.com (not proven)" in page


def test_address_is_for_those_who_may_see_addresses(sign_in: SignIn, member: User) -> None:
    staff = sign_in("view_user")
    for page in (change_page(member), reverse(PEOPLE)):
        assert member.email not in staff.get(page).content.decode()


@pytest.mark.parametrize(
    ("codenames", "found"),
    [(("view_user",), "0 people"), (("view_user", "view_emailaddress"), "1 person")],
)
def test_search_by_address_is_for_those_who_may_see_addresses(
    sign_in: SignIn, member: User, codenames: tuple[str, ...], found: str
) -> None:
    page = sign_in(*codenames).get(reverse(PEOPLE), {"q": member.email}).content.decode()
    assert found in page


STAFF = (
    *("view_user", "change_user", "add_user", "delete_user"),
    *("view_group", "change_group", "add_group", "delete_group"),
)


@pytest.mark.parametrize(("who", "expected"), [("themselves", 403), ("another", 302)])
def test_staff_give_nobody_powers(sign_in: SignIn, member: User, who: str, expected: int) -> None:
    staff, group = sign_in(*STAFF), Group.objects.create(name="All")
    person = member if who == "another" else User.objects.get(name="Warden")
    before = columns_of(person)
    keys = [permission.pk for permission in Permission.objects.all()]
    powers = {"is_staff": "on", "is_superuser": "on", "groups": [group.pk]}
    hashed = {"password": "x", "email": "x@example.com", "user_permissions": keys}

    answer = staff.post(change_page(person), fields_of(person, **powers, **hashed))

    assert answer.status_code == expected
    assert columns_of(person) == before
    assert not person.groups.exists()
    assert person.user_permissions.count() in (0, len(STAFF))


def test_nobody_is_kept_out_by_a_form(sign_in: SignIn, member: User) -> None:
    fields = fields_of(member)
    fields.pop("is_active")
    sign_in().post(change_page(member), {**fields, "suspended_at": "2026-01-01"})
    member.refresh_from_db()
    assert (member.is_active, member.suspended_at) == (True, None)


def test_closed_account_is_not_changed(sign_in: SignIn, member: User) -> None:
    User.objects.filter(pk=member.pk).update(is_active=False, closed_at=timezone.now())
    answer = sign_in().post(change_page(member), fields_of(member, name="Other"))
    assert answer.status_code == 403


def test_superuser_gives_powers(sign_in: SignIn, member: User) -> None:
    group = Group.objects.create(name="Desk")
    sign_in().post(change_page(member), fields_of(member, is_staff="on", groups=[group.pk]))
    member.refresh_from_db()
    assert (member.is_staff, list(member.groups.all())) == (True, [group])


@pytest.mark.parametrize(("codenames", "expected"), [(STAFF, 403), ((), 302)])
def test_group_is_changed_by_superusers_only(
    sign_in: SignIn, codenames: tuple[str, ...], expected: int
) -> None:
    staff, group = sign_in(*codenames), Group.objects.create(name="Desk")
    pages = [
        (reverse("admin:auth_group_add"), {"name": "New"}),
        (reverse("admin:auth_group_change", args=[group.pk]), {"name": "Other"}),
        (reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"}),
    ]
    assert [staff.post(*page).status_code for page in pages] == [expected] * 3


def test_nobody_adds_or_deletes_a_person(sign_in: SignIn, member: User) -> None:
    staff = sign_in()
    delete = reverse("admin:accounts_user_delete", args=[member.pk])
    assert staff.post(reverse("admin:accounts_user_add"), fields_of(member)).status_code == 403
    assert staff.post(delete, {"post": "yes"}).status_code == 403
    assert User.objects.filter(pk=member.pk).exists()
