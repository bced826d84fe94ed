"""What the staff do to people: a reason, a preview, a confirmation, a row in the audit log."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth.models import Permission
from django.core import mail
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from accounts.closing import close_account
from accounts.models import AuditEntry, User
from accounts.suspending import suspend
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db

REASON = "Insulted three people in a row."
WHY = "We ask for kind words at the table."
PERMISSIONS = {
    "suspend": "suspend_user",
    "restore": "suspend_user",
    "sign_out": "sign_out_user",
    "close": "close_user",
}

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


def address_of(person: User, act: str) -> str:
    return reverse("admin:accounts_user_act", args=[person.pk, act])


def object_page(person: User) -> str:
    return reverse("admin:accounts_user_change", args=[person.pk])


def preview(staff: Client, person: User, act: str, reason: str = REASON) -> HttpResponse:
    return staff.post(address_of(person, act), {"reason": reason, "why": WHY, "step": "preview"})


def confirm(staff: Client, person: User, act: str, seen: str | None = None) -> HttpResponse:
    if seen is None:
        page = preview(staff, person, act).content.decode()
        found = re.search(r'name="seen"\s+value="(\w+)"', page)
        assert found, page
        seen = found.group(1)
    fields = {"reason": REASON, "why": WHY, "step": "do", "seen": seen}
    return staff.post(address_of(person, act), fields)


def columns_of(person: User) -> dict[str, Any]:
    return User.objects.filter(pk=person.pk).values()[0]


def prepare(person: User, act: str) -> None:
    if act == "restore":
        suspend(person)


@pytest.mark.parametrize("act", PERMISSIONS)
def test_form_and_preview_change_nothing(sign_in: SignIn, member: User, act: str) -> None:
    staff = sign_in()
    prepare(member, act)
    before = columns_of(member)

    answers = [staff.get(address_of(member, act)), preview(staff, member, act)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert columns_of(member) == before
    assert not AuditEntry.objects.exists()


def test_suspended_person_cannot_sign_in(sign_in: SignIn, member: User) -> None:
    answer = confirm(sign_in(), member, "suspend")
    member.refresh_from_db()
    assert answer["Location"] == object_page(member)
    assert (member.is_active, member.suspended_at is not None) == (False, True)


def test_restored_person_can_sign_in(sign_in: SignIn, member: User) -> None:
    suspend(member)
    confirm(sign_in(), member, "restore")
    member.refresh_from_db()
    assert (member.is_active, member.suspended_at) == (True, None)


def test_person_is_signed_out_everywhere(
    sign_in: SignIn, member: User, member_client: Client
) -> None:
    confirm(sign_in(), member, "sign_out")
    assert member_client.get(reverse("accounts:settings")).status_code == 302


def test_closed_person_is_forgotten(sign_in: SignIn, member: User) -> None:
    confirm(sign_in(), member, "close")
    member.refresh_from_db()
    assert member.closed_at is not None
    assert member.name != "Salma"
    assert not EmailAddress.objects.filter(user=member).exists()


def test_act_leaves_exactly_one_row(sign_in: SignIn, member: User) -> None:
    confirm(sign_in(), member, "suspend")
    entry = AuditEntry.objects.get()
    member.refresh_from_db()
    assert (entry.actor.name, entry.act, entry.reason) == ("Warden", "user.suspend", REASON)
    assert (entry.object_type, entry.object_key) == ("accounts.User", str(member.pk))
    assert entry.object_name == "Salma"
    before = {"is_active": True, "suspended_at": None, "closed_at": None, "session_generation": 0}
    assert entry.before == before
    assert entry.after["is_active"] is False
    assert entry.after["session_generation"] == 1


def test_row_of_a_closing_holds_the_name_of_that_time_and_no_address(
    sign_in: SignIn, member: User
) -> None:
    confirm(sign_in(), member, "close")
    entry = AuditEntry.objects.get(act="user.close")
    assert entry.object_name == "Salma"
    assert "@" not in str(AuditEntry.objects.filter(pk=entry.pk).values()[0])


def test_who_is_suspended_is_told_why(
    sign_in: SignIn, member: User, django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        confirm(sign_in(), member, "suspend")
    assert WHY in mail.outbox[0].body


@pytest.mark.parametrize("why", ["", "short"])
def test_suspension_needs_words_for_the_person(sign_in: SignIn, member: User, why: str) -> None:
    fields = {"reason": REASON, "why": why, "step": "preview"}
    page = sign_in().post(address_of(member, "suspend"), fields)
    assert page.context["form"].errors["why"]


@pytest.mark.parametrize("act", ["suspend", "restore", "close"])
@pytest.mark.parametrize("is_proven", [True, False])
def test_preview_says_whether_the_person_gets_a_mail(
    sign_in: SignIn, member: User, act: str, *, is_proven: bool
) -> None:
    EmailAddress.objects.filter(user=member).update(verified=is_proven)
    prepare(member, act)
    sentences = preview(sign_in(), member, act).context["sentences"]
    said = "gets a mail that says so." if is_proven else "gets no mail: there is no proven address."
    assert f"Salma {said}" in sentences


@pytest.mark.parametrize("reason", ["", "too short", "   blank    "])
def test_reason_is_needed(sign_in: SignIn, member: User, reason: str) -> None:
    page = preview(sign_in(), member, "suspend", reason)
    assert b'name="seen"' not in page.content
    assert page.context["form"].errors["reason"]


def test_way_back_keeps_the_reason(sign_in: SignIn, member: User) -> None:
    fields = {"reason": REASON, "step": "edit"}
    page = sign_in().post(address_of(member, "suspend"), fields).content.decode()
    assert f">\n{REASON}</textarea>" in page


def test_confirmation_of_something_else_shows_what_follows_now(
    sign_in: SignIn, member: User
) -> None:
    answer = confirm(sign_in(), member, "suspend", seen="of another preview")
    member.refresh_from_db()
    assert b"Something has changed since you looked" in answer.content
    assert member.is_active
    assert not AuditEntry.objects.exists()


def test_consequences_that_have_changed_are_shown_first(sign_in: SignIn, member: User) -> None:
    staff = sign_in()
    seen = re.search(
        r'name="seen"\s+value="(\w+)"', preview(staff, member, "suspend").content.decode()
    )
    assert seen
    User.objects.filter(pk=member.pk).update(name="Nour", name_key="nour")

    answer = confirm(staff, member, "suspend", seen=seen.group(1))

    assert b"Nour is signed out" in answer.content
    assert User.objects.get(pk=member.pk).is_active


def test_act_that_came_too_late_is_told_in_words(sign_in: SignIn, member: User) -> None:
    staff = sign_in()
    suspend(member)
    answer = staff.post(address_of(member, "suspend"), {"reason": REASON, "step": "do"})
    assert answer.status_code == 409
    assert b"This account is suspended already." in answer.content


def test_refusal_of_the_service_is_told_in_words(
    sign_in: SignIn, member: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.admin.acts.Suspend.find_obstacle", lambda *_: None)
    suspend(member)
    answer = confirm(sign_in(), member, "suspend")
    assert answer.status_code == 409
    assert b"This account is suspended already." in answer.content
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("act", PERMISSIONS)
@pytest.mark.parametrize("step", ["", "preview", "edit", "do"])
def test_act_without_permission_is_refused(
    sign_in: SignIn, member: User, act: str, step: str
) -> None:
    others = set(PERMISSIONS.values()) - {PERMISSIONS[act]}
    staff = sign_in("view_user", "change_user", *others)
    prepare(member, act)
    before = columns_of(member)
    fields = {"reason": REASON, "step": step}
    assert staff.post(address_of(member, act), fields).status_code == 403
    assert staff.get(address_of(member, act)).status_code == 403
    assert columns_of(member) == before


@pytest.mark.parametrize("act", PERMISSIONS)
def test_button_is_there_with_the_permission_only(sign_in: SignIn, member: User, act: str) -> None:
    prepare(member, act)
    staff = sign_in("view_user", PERMISSIONS[act])
    page = staff.get(object_page(member)).content.decode()
    shown = {name for name in PERMISSIONS if address_of(member, name) in page}
    assert shown == {act}


def test_nobody_acts_without_seeing_people(sign_in: SignIn, member: User) -> None:
    staff = sign_in("suspend_user")
    assert staff.get(address_of(member, "suspend")).status_code == 403


@pytest.mark.parametrize("act", PERMISSIONS)
def test_staff_are_acted_on_by_superusers_only(
    sign_in: SignIn, make_member: Member, act: str
) -> None:
    other = make_member("Other", "o@example.com", is_staff=True)
    prepare(other, act)
    staff = sign_in("view_user", *PERMISSIONS.values())
    answer = confirm(staff, other, act, seen="")
    assert answer.status_code == 409
    assert b"only a superuser may do this" in answer.content


@pytest.mark.parametrize("act", PERMISSIONS)
def test_act_on_a_closed_account_says_so(sign_in: SignIn, member: User, act: str) -> None:
    close_account(member)
    answer = confirm(sign_in(), member, act, seen="")
    assert answer.status_code == 409
    assert b"This account is closed already." in answer.content


def test_restoring_who_is_not_suspended_says_so(sign_in: SignIn, member: User) -> None:
    assert (
        b"This account is not suspended." in confirm(sign_in(), member, "restore", seen="").content
    )


def test_nobody_acts_on_themselves(sign_in: SignIn) -> None:
    staff = sign_in()
    warden = User.objects.get(name="Warden")
    assert confirm(staff, warden, "suspend", seen="").status_code == 409


def test_unknown_act_is_not_found(sign_in: SignIn, member: User) -> None:
    assert sign_in().get(address_of(member, "promote")).status_code == 404


def test_act_on_nobody_is_not_found(sign_in: SignIn, member: User) -> None:
    address = reverse("admin:accounts_user_act", args=[member.pk + 999, "close"])
    assert sign_in().get(address).status_code == 404
