"""The roles of the staff: the written table, the code and the database say the same."""

import re
from collections.abc import Callable
from io import StringIO
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth.models import Group, Permission
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from accounts.roles import ROLES
from tests.accounts.conftest import ADDRESS, Member

pytestmark = pytest.mark.django_db

SignIn = Callable[[str], Client]

PAGE = Path(settings.BASE_DIR) / "docs" / "decisions" / "roles.md"
OF_PEOPLE = ("accounts_user", "socialaccount_socialaccount")
OF_GAMES = ("games_game", "games_round", "games_move", "games_seat")
OF_TIME = ("games_vacation", "games_giftoftime", "games_outage")
OF_MAIL = ("games_mailstop", "games_mailsettings", "games_addressstop")


def read_table() -> dict[str, set[str]]:
    rows = re.findall(r"^\| `([a-z_.]+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE)
    roles = list(ROLES)
    found: dict[str, set[str]] = {role: set() for role in roles}
    for permission, cells in rows:
        marks = [cell.strip() for cell in f" {cells} ".split("|")]
        assert len(marks) == len(roles)
        for role, mark in zip(roles, marks, strict=True):
            if mark == "yes":
                found[role].add(permission)
    return found


def permissions_of(group: Group) -> set[str]:
    rows = group.permissions.select_related("content_type")
    return {f"{row.content_type.app_label}.{row.codename}" for row in rows}


@pytest.fixture
def sign_in(make_member: Member) -> SignIn:
    def make(role: str) -> Client:
        make_member("Warden", "w@example.com")
        call_command("promote", "w@example.com", role=role, stdout=StringIO())
        browser = Client()
        browser.force_login(User.objects.get(name="Warden"))
        return browser

    return make


def list_open(staff: Client) -> set[str]:
    """The lists of the desk that answer."""
    index = staff.get(reverse("admin:index"))
    return {
        f"{app['app_label']}_{model['object_name'].lower()}"
        for app in index.context["app_list"]
        for model in app["models"]
        if staff.get(model["admin_url"]).status_code == 200
    }


def test_written_table_is_the_code() -> None:
    assert read_table() == {role: set(wanted) for role, wanted in ROLES.items()}


@pytest.mark.parametrize("role", ROLES)
def test_role_is_there_after_migrate(role: str) -> None:
    assert permissions_of(Group.objects.get(name=role)) == ROLES[role]


def test_command_takes_away_what_does_not_belong() -> None:
    group = Group.objects.get(name="operator")
    group.permissions.add(Permission.objects.get(codename="delete_user"))
    for _run in range(2):
        call_command("roles", stdout=StringIO())
        assert permissions_of(group) == ROLES["operator"]


def test_no_role_may_write_rows() -> None:
    written = {name for wanted in ROLES.values() for name in wanted if "view_" not in name}
    assert written == {
        *("accounts.change_user", "accounts.suspend_user", "accounts.close_user"),
        *("accounts.sign_out_user", "games.end_game", "games.hold_game", "games.settle_notice"),
        *("games.give_time", "games.lift_addressstop"),
    }


def test_role_makes_staff_and_no_superuser(make_member: Member) -> None:
    person, told = make_member(), StringIO()
    call_command("promote", ADDRESS, role="arbiter", stdout=told)
    person.refresh_from_db()
    assert (person.is_staff, person.is_superuser) == (True, False)
    assert [group.name for group in person.groups.all()] == ["arbiter"]
    assert "arbiter" in told.getvalue()


def test_unknown_role_is_refused(make_member: Member) -> None:
    make_member()
    with pytest.raises(CommandError):
        call_command("promote", ADDRESS, "--role", "king")


@pytest.mark.parametrize(
    ("role", "expected"),
    [
        (
            "support",
            {
                *(*OF_PEOPLE, *OF_GAMES, *OF_TIME, *OF_MAIL, "accounts_auditentry"),
                *("games_notice", "games_guest", "games_invitation", "games_block"),
            },
        ),
        ("arbiter", {*OF_GAMES, *OF_TIME, "accounts_auditentry"}),
        (
            "operator",
            {
                *("games_game", "games_notice", "games_sweep", "games_computererror"),
                *("games_outage", "games_addressstop"),
            },
        ),
    ],
)
def test_role_opens_these_lists(sign_in: SignIn, role: str, expected: set[str]) -> None:
    assert list_open(sign_in(role)) == expected


@pytest.mark.parametrize("role", ["arbiter", "operator"])
def test_role_without_people_sees_no_address(
    sign_in: SignIn, make_member: Member, role: str
) -> None:
    member, staff = make_member(), sign_in(role)
    page = reverse("admin:accounts_user_change", args=[member.pk])
    assert staff.get(page).status_code == 403
    assert staff.get(reverse("admin:accounts_user_changelist")).status_code == 403


def test_support_sees_addresses(sign_in: SignIn, make_member: Member) -> None:
    member, staff = make_member(), sign_in("support")
    page = reverse("admin:accounts_user_change", args=[member.pk])
    assert ADDRESS in staff.get(page).content.decode()
    assert ADDRESS in staff.get(reverse("admin:accounts_user_changelist")).content.decode()
