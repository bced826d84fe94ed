"""The audit log: written with the act, read by those who may, changed by nobody."""

from typing import Any

import pytest
from django.contrib.auth.models import Group, Permission
from django.test import Client
from django.urls import reverse

from accounts.audit import list_about, record, words_of
from accounts.models import AuditEntry, User
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db

LIST = "admin:accounts_auditentry_changelist"


@pytest.fixture
def warden(make_member: Member) -> User:
    return make_member("Warden", "w@example.com", is_staff=True, is_superuser=True)


@pytest.fixture
def staff(warden: User) -> Client:
    browser = Client()
    browser.force_login(warden)
    return browser


@pytest.fixture
def entry(warden: User, member: User) -> AuditEntry:
    return record(warden, "user.suspend", member, reason="Ten letters", before={"a": 1})


def page_of(entry: AuditEntry, view: str = "change") -> str:
    return reverse(f"admin:accounts_auditentry_{view}", args=[entry.pk])


def rename(staff: Client, person: User, **changes: Any) -> None:
    fields = {"name": person.name, "language": "en", "time_zone": "UTC", **changes}
    staff.post(reverse("admin:accounts_user_change", args=[person.pk]), fields)


def test_row_outlives_the_name(entry: AuditEntry, member: User) -> None:
    User.objects.filter(pk=member.pk).update(name="Nour", name_key="nour")
    entry.refresh_from_db()
    assert (entry.object_name, entry.object_key) == ("Salma", str(member.pk))


def test_rows_about_an_object_come_latest_first(
    entry: AuditEntry, warden: User, member: User
) -> None:
    later = record(warden, "user.restore", member)
    record(warden, "user.suspend", warden)
    assert list(list_about(member)) == [later, entry]


def test_act_is_told_in_words() -> None:
    assert words_of("user.suspend") == "Suspend"
    assert words_of("unknown.act") == "unknown.act"


def test_row_is_shown_with_its_object(staff: Client, entry: AuditEntry, member: User) -> None:
    page = staff.get(page_of(entry)).content.decode()
    assert reverse("admin:accounts_user_change", args=[member.pk]) in page
    assert "Ten letters" in page


@pytest.mark.parametrize("view", ["change", "delete"])
def test_nobody_changes_a_row(staff: Client, entry: AuditEntry, view: str) -> None:
    before = AuditEntry.objects.values()[0]
    answer = staff.post(page_of(entry, view), {"reason": "Other", "post": "yes"})
    assert answer.status_code == 403
    assert AuditEntry.objects.values()[0] == before


def test_nobody_adds_a_row(staff: Client) -> None:
    answer = staff.post(reverse("admin:accounts_auditentry_add"), {"act": "user.suspend"})
    assert answer.status_code == 403
    assert not AuditEntry.objects.exists()


def test_rows_are_not_deleted_in_bulk(staff: Client, entry: AuditEntry) -> None:
    fields = {"action": "delete_selected", "_selected_action": [entry.pk], "post": "yes"}
    staff.post(reverse(LIST), fields)
    assert AuditEntry.objects.count() == 1


def test_person_who_acted_cannot_be_deleted(warden: User, entry: AuditEntry) -> None:
    with pytest.raises(Exception, match="protected"):
        warden.delete()


@pytest.mark.parametrize(
    ("query", "found"),
    [
        *(("act=user.suspend", 1), ("act=user.close", 0), ("q=Salma", 1), ("q=Warden", 1)),
        *(("q=Nobody", 0), ("object_type__exact=accounts.User&object_key__exact={key}", 1)),
        *(("object_type__exact=games.Game&object_key__exact={key}", 0), ("at__year=1999", 0)),
    ],
)
def test_log_is_searched(
    staff: Client, entry: AuditEntry, member: User, query: str, found: int
) -> None:
    answer = staff.get(f"{reverse(LIST)}?{query.format(key=member.pk)}")
    assert answer.context["cl"].result_count == found


def test_history_of_an_object_is_its_part_of_the_log(
    staff: Client, entry: AuditEntry, member: User
) -> None:
    history = reverse("admin:accounts_user_history", args=[member.pk])
    answer = staff.get(history, follow=True)
    assert answer.redirect_chain
    assert [row.pk for row in answer.context["cl"].result_list] == [entry.pk]


def test_page_of_an_object_shows_its_rows(staff: Client, entry: AuditEntry, member: User) -> None:
    page = staff.get(reverse("admin:accounts_user_change", args=[member.pk])).content.decode()
    assert page_of(entry) in page


def test_page_of_an_object_hides_its_rows_from_others(
    make_member: Member, entry: AuditEntry, member: User
) -> None:
    other = make_member("Other", "o@example.com", is_staff=True)
    other.user_permissions.set(Permission.objects.filter(codename="view_user"))
    browser = Client()
    browser.force_login(other)
    page = browser.get(reverse("admin:accounts_user_change", args=[member.pk])).content.decode()
    assert "Ten letters" not in page
    assert browser.get(reverse(LIST)).status_code == 403


def test_new_name_is_written_down(staff: Client, member: User) -> None:
    rename(staff, member, name="Nour")
    entry = AuditEntry.objects.get()
    assert (entry.act, entry.before, entry.after) == (
        "user.edit",
        {"name": "Salma"},
        {"name": "Nour"},
    )


def test_form_that_changes_nothing_is_not_written_down(staff: Client, member: User) -> None:
    rename(staff, member)
    assert not AuditEntry.objects.exists()


def test_new_powers_are_written_down(staff: Client, member: User) -> None:
    group = Group.objects.get(name="support")
    rename(staff, member, is_staff="on", groups=[group.pk], password="x")
    entry = AuditEntry.objects.get()
    assert entry.before == {"is_staff": False, "groups": []}
    assert entry.after == {"is_staff": True, "groups": ["support"]}


def test_groups_that_come_and_go_are_written_down(staff: Client) -> None:
    staff.post(reverse("admin:auth_group_add"), {"name": "Helpers"})
    group = Group.objects.get(name="Helpers")
    staff.post(reverse("admin:auth_group_delete", args=[group.pk]), {"post": "yes"})
    acts = list(AuditEntry.objects.order_by("pk").values_list("act", "object_name"))
    assert acts == [("group.add", "Helpers"), ("group.delete", "Helpers")]
