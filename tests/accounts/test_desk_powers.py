"""The powers of the staff: nobody changes their own, and on staff only superusers act."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.db import connection
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from accounts.models import User
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db

POWERS = ("is_staff", "is_superuser", "groups")
PERMISSIONS = ("view_user", "change_user", "suspend_user", "close_user", "sign_out_user")

SignIn = Callable[..., Client]


@pytest.fixture
def sign_in(make_member: Member) -> SignIn:
    """A browser of Warden, on the staff with these permissions; with none named, a superuser."""

    def make(*codenames: str) -> Client:
        person = make_member("Warden", "w@example.com", is_staff=True, is_superuser=not codenames)
        person.user_permissions.set(Permission.objects.filter(codename__in=codenames))
        return browser_of(person)

    return make


def browser_of(person: User) -> Client:
    browser = Client()
    browser.force_login(person)
    return browser


def change_page(person: User) -> str:
    return reverse("admin:accounts_user_change", args=[person.pk])


def change(staff: Client, person: User, **changes: Any) -> Any:
    """Post the form as a browser would: a power that is not named is not ticked."""
    fields = {"name": person.name, "language": "en", "time_zone": "UTC", **changes}
    answer = staff.post(change_page(person), fields)
    person.refresh_from_db()
    return answer


def find_warden() -> User:
    return User.objects.get(email="w@example.com")


@pytest.fixture
def other(make_member: Member) -> User:
    return make_member("Other", "o@example.com", is_staff=True, is_superuser=True)


def test_last_superuser_keeps_their_powers(sign_in: SignIn) -> None:
    staff = sign_in()
    warden = find_warden()
    assert change(staff, warden).status_code == 403
    assert (warden.is_staff, warden.is_superuser) == (True, True)


@pytest.mark.usefixtures("other")
def test_superuser_does_not_change_their_own_powers(sign_in: SignIn) -> None:
    staff, group = sign_in(), Group.objects.create(name="Desk")
    warden = find_warden()
    change(staff, warden, groups=[group.pk])
    assert (warden.is_staff, warden.is_superuser) == (True, True)
    assert not warden.groups.exists()


def test_own_powers_are_shown_and_not_offered(sign_in: SignIn) -> None:
    staff = sign_in()
    page = staff.get(change_page(find_warden()))
    assert "Powers" in page.content.decode()
    assert not set(POWERS) & set(page.context["adminform"].form.fields)


def test_superuser_takes_the_powers_of_another(sign_in: SignIn, other: User) -> None:
    change(sign_in(), other)
    assert (other.is_staff, other.is_superuser) == (False, False)


def test_superuser_gives_the_powers_of_a_superuser(sign_in: SignIn, member: User) -> None:
    change(sign_in(), member, is_staff="on", is_superuser="on")
    assert (member.is_staff, member.is_superuser) == (True, True)


@pytest.mark.django_db(transaction=True)
def test_two_superusers_who_demote_each_other_do_not_both_go(sign_in: SignIn, other: User) -> None:
    warden_at, other_at = sign_in(), browser_of(other)
    tasks = [(warden_at, other), (other_at, find_warden())]
    answers = at_once(tasks)
    left = User.objects.filter(is_superuser=True, is_staff=True)
    assert left.count() == 1
    assert sorted(answer.status_code for answer in answers) in ([200, 302], [302, 302], [302, 403])


def at_once(tasks: list[tuple[Client, User]]) -> list[Any]:
    answers: list[Any] = []
    together = threading.Barrier(len(tasks))

    def run(staff: Client, person: User) -> None:
        together.wait()
        try:
            answers.append(staff.post(change_page(person), fields_of(person)))
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=task) for task in tasks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def fields_of(person: User) -> dict[str, Any]:
    return {"name": person.name, "language": "en", "time_zone": "UTC"}


def test_form_of_somebody_who_has_just_closed_brings_nothing_back(
    sign_in: SignIn, member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page had read the person before the account closed."""
    staff = sign_in()
    late = User.objects.get(pk=member.pk)
    close_account(member)
    closed = User.objects.get(pk=member.pk)
    monkeypatch.setattr("accounts.admin.people.UserAdmin.get_object", lambda *_, **__: late)

    answer = staff.post(change_page(member), fields_of(late) | {"language": "ar"})

    assert "This account is closed already." in answer.content.decode()
    after = User.objects.get(pk=member.pk)
    assert (after.name, after.email, after.is_active) == (closed.name, closed.email, False)


def test_form_writes_what_it_shows_and_no_more(
    sign_in: SignIn, member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    staff, early = sign_in(), User.objects.get(pk=member.pk)
    User.objects.filter(pk=member.pk).update(session_generation=7)
    monkeypatch.setattr("accounts.admin.people.UserAdmin.get_object", lambda *_, **__: early)
    change(staff, member, name="Nour")
    assert (member.name, member.name_key, member.session_generation) == ("Nour", "nour", 7)


@pytest.mark.parametrize("powers", [{"is_staff": True}, {"is_superuser": True}])
def test_staff_are_changed_by_superusers_only(
    sign_in: SignIn, make_member: Member, powers: dict[str, bool]
) -> None:
    arbiter = make_member("Arbiter", "a@example.com", **powers)
    answer = change(sign_in(*PERMISSIONS), arbiter, name="Nobody", is_staff="on")
    assert (answer.status_code, arbiter.name) == (403, "Arbiter")


def test_staff_do_not_change_themselves_at_the_desk(sign_in: SignIn) -> None:
    staff = sign_in(*PERMISSIONS)
    assert change(staff, find_warden(), name="King").status_code == 403


def test_staff_still_look_at_staff(sign_in: SignIn, other: User) -> None:
    assert sign_in(*PERMISSIONS).get(change_page(other)).status_code == 200


def test_staff_still_rename_a_member(sign_in: SignIn, member: User) -> None:
    change(sign_in(*PERMISSIONS), member, name="Nour")
    assert member.name == "Nour"


@pytest.mark.parametrize("act", ["suspend", "sign_out", "close"])
def test_superuser_who_is_no_staff_is_acted_on_by_superusers_only(
    sign_in: SignIn, make_member: Member, act: str
) -> None:
    owner = make_member("Owner", "o@example.com", is_superuser=True)
    sign = sign_in(*PERMISSIONS)
    address = reverse("admin:accounts_user_act", args=[owner.pk, act])
    assert sign.get(address).status_code == 409
