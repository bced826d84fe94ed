"""Each role at each page and act of the desk: what its permissions open, and nothing else."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.contrib import admin
from django.contrib.auth.models import Group
from django.core import serializers
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.audit import record
from accounts.desk_acts import Act, ActsAdmin
from accounts.models import AuditEntry, User
from accounts.roles import ROLES
from games.models import (
    AddressStop,
    Block,
    ComputerError,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    MailSettings,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Outage,
    Player,
    Round,
    Seat,
    Sweep,
    Vacation,
)
from tests.games.factories import make_game, make_member, make_user, play_turns
from tests.games.rows import (
    make_address_stop,
    make_block,
    make_gift,
    make_invitation,
    make_notice,
    make_outage,
    make_vacation,
)

pytestmark = pytest.mark.django_db

DESK = admin.site._registry
MODELS = list(DESK)
REASON = "Somebody asked for it in a letter."
# All that an act or a form could ask for.
FIELDS = {
    "reason": REASON,
    "why": REASON,
    "winner": "0",
    "hours": "24",
    "seen": "x",
    "post": "yes",
    "since": "",
    "name": "Changed",
    "language": "ar",
    "time_zone": "UTC",
    "is_staff": "on",
    "is_superuser": "on",
    "permissions": [1],
    "card": "AS",
    "state": "sent",
}


@pytest.fixture
def rows() -> dict[Any, Any]:
    """A row of every model of the desk, none of which has to do with the staff who look."""
    salma = make_user(name="Salma")
    EmailAddress.objects.create(user=salma, email=salma.email, verified=True, primary=True)
    game = play_turns(make_game(Player(user_id=salma.pk), make_member()), 2)
    invitation = make_invitation(game=game)
    Sweep.record("notices")
    return {
        User: salma,
        Group: Group.objects.get(name="support"),
        SocialAccount: SocialAccount.objects.create(user=salma, provider="google", uid="7"),
        AuditEntry: record(make_user(), "game.hold", game),
        Game: game,
        Round: Round.objects.get(game=game),
        Move: Move.objects.filter(game=game)[0],
        Seat: Seat.objects.filter(game=game)[0],
        Guest: Guest.objects.create(),
        Invitation: invitation,
        Notice: make_notice(NoticeKind.TURN, game=game, user=salma),
        MailStop: MailStop.objects.create(user=salma, mail_class="turns"),
        ComputerError: ComputerError.objects.create(game=game, version=1, level="strong"),
        Sweep: Sweep.objects.get(),
        GiftOfTime: make_gift(game),
        Vacation: make_vacation(user=salma),
        Outage: make_outage(),
        MailSettings: MailSettings.objects.create(user=salma),
        Block: make_block(blocked=salma),
        AddressStop: make_address_stop(),
    }


@pytest.fixture(params=ROLES)
def role(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def staff(role: str, client: Client) -> Client:
    person = make_user(name="Warden")
    call_command("promote", person.email, role=role, stdout=StringIO())
    client.force_login(User.objects.get(pk=person.pk))
    return client


def may(role: str, permission: str) -> bool:
    return permission in ROLES[role]


def may_view(role: str, model: Any) -> bool:
    return may(role, f"{model._meta.app_label}.view_{model._meta.model_name}")


def address(model: Any, page: str, *arguments: Any) -> str:
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=arguments)


def list_acts(rows: dict[Any, Any]) -> Iterator[tuple[type[Act[Any]], Any, str]]:
    for model, desk in DESK.items():
        for act in desk.acts if isinstance(desk, ActsAdmin) else ():
            yield act, rows[model], address(model, "act", rows[model].pk, act.name)


def take_stock() -> str:
    """Every row of the site but sessions, visits and what was refused."""
    models = [model for model in apps.get_models() if model._meta.label != "sessions.Session"]
    stock = [row for model in models for row in model._base_manager.order_by("pk")]
    for row in stock:
        if isinstance(row, User):
            row.last_seen_at = None
    return serializers.serialize("json", stock)


def test_scene_has_a_row_of_every_model(rows: dict[Any, Any]) -> None:
    assert set(rows) == set(MODELS)


def test_lists_and_pages_open_to_whoever_may_view(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    for model, row in rows.items():
        expected = 200 if may_view(role, model) else 403
        for page in (address(model, "changelist"), address(model, "change", row.pk)):
            assert staff.get(page).status_code == expected, page


def test_history_opens_to_whoever_may_see_the_log(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    for model, row in rows.items():
        is_open = may_view(role, model) and may_view(role, AuditEntry)
        answer = staff.get(address(model, "history", row.pk), follow=True)
        assert answer.status_code == (200 if is_open else 403), model


def test_mail_opens_to_whoever_may_view_mails(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    expected = 200 if may_view(role, Notice) else 403
    page = reverse("admin:games_notice_mail", args=[rows[Notice].pk])
    assert staff.get(page).status_code == expected


def test_nobody_in_a_role_adds_or_deletes(role: str, staff: Client, rows: dict[Any, Any]) -> None:
    before = take_stock()
    for model, row in rows.items():
        for page in (address(model, "add"), address(model, "delete", row.pk)):
            assert {staff.get(page).status_code, staff.post(page, FIELDS).status_code} == {403}
    assert take_stock() == before


def test_forms_are_closed_but_that_of_a_person_to_support(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    if role == "support":
        del rows[User]
    before = take_stock()
    for model, row in rows.items():
        assert staff.post(address(model, "change", row.pk), FIELDS).status_code == 403, model
    assert take_stock() == before


def test_lists_do_nothing_in_bulk(role: str, staff: Client, rows: dict[Any, Any]) -> None:
    before = take_stock()
    for model, row in rows.items():
        fields = {"action": "delete_selected", "_selected_action": [row.pk], "post": "yes"}
        staff.post(address(model, "changelist"), {**fields, "_save": "", "form-TOTAL_FORMS": "1"})
    assert take_stock() == before


def test_acts_open_to_whoever_has_their_permission(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    for act, row, page in list_acts(rows):
        is_open = may(role, act.permission) and may_view(role, type(row))
        statuses = {staff.get(page).status_code, staff.post(page, FIELDS).status_code}
        assert (statuses <= {200, 409}) if is_open else (statuses == {403}), page


@pytest.mark.parametrize("step", ["", "preview", "edit", "do"])
def test_no_step_of_an_act_does_anything_without_a_preview_that_was_seen(
    role: str, staff: Client, rows: dict[Any, Any], step: str
) -> None:
    before = take_stock()
    for _act, _row, page in list_acts(rows):
        staff.post(page, {**FIELDS, "step": step})
    assert take_stock() == before


def test_act_of_another_model_is_not_there(role: str, staff: Client, rows: dict[Any, Any]) -> None:
    names = {act.name for act, _row, _page in list_acts(rows)}
    for model, desk in DESK.items():
        if isinstance(desk, ActsAdmin) and may_view(role, model):
            for name in names - {act.name for act in desk.acts}:
                assert staff.get(address(model, "act", rows[model].pk, name)).status_code == 404


def test_addresses_are_shown_to_whoever_may_see_addresses(
    role: str, staff: Client, rows: dict[Any, Any]
) -> None:
    pages = [reverse("admin:index")]
    for model, row in rows.items():
        pages += [address(model, "changelist"), address(model, "change", row.pk)]
    told = "".join(staff.get(page).content.decode() for page in pages)
    assert (rows[User].email in told) is may(role, "account.view_emailaddress")
