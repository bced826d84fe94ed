"""What sweeps look for, they find by an index, however many games there are."""

import re
from datetime import datetime, timedelta

import pytest
from django.db import connection
from django.db.models import F

from games import clock
from games.models import (
    Game,
    Invitation,
    InvitationState,
    Notice,
    NoticeKind,
    NoticeState,
    Vacation,
)
from tests.games.factories import make_game, make_game_against_computer, make_member
from tests.games.invited import make_link

pytestmark = pytest.mark.django_db(transaction=True)

GAMES = 3000
DUE = 5


def copy_game(game: Game) -> None:
    columns = {field.attname for field in Game._meta.concrete_fields} - {"id", "public_id"}
    copied = {name: getattr(game, name) for name in columns} | {"options": game.options}
    Game.objects.bulk_create(
        [Game(**copied, public_id=f"copy{number}") for number in range(GAMES)], batch_size=500
    )


@pytest.fixture
def many_games() -> datetime:
    """Thousands of running games, few of which are due at the moment that is returned."""
    copy_game(make_game(make_member(), make_member()))
    moment = clock.now() - timedelta(days=1)
    first = list(Game.objects.order_by("pk").values_list("pk", flat=True)[:DUE])
    Game.objects.filter(pk__in=first).update(bank_at=moment, deadline_at=moment, remind_at=moment)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return moment


@pytest.fixture
def much_past() -> datetime:
    """Thousands of mails that were sent and of vacations that are over; the moment is returned."""
    now, user = clock.now(), make_member().user_id
    done = {"kind": NoticeKind.TEST, "state": NoticeState.SENT, "user_id": user, "done_at": now}
    Notice.objects.bulk_create(
        [Notice(**done, key=f"k{number}", message_id=f"m{number}") for number in range(GAMES)]
    )
    days = [now - timedelta(days=number) for number in range(1, GAMES)]
    ends = [(day, day + timedelta(hours=1)) for day in days]
    Vacation.objects.bulk_create(
        [Vacation(user_id=user, began_at=day, ends_at=end, ended_at=end) for day, end in ends]
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return now


def scans_table(plan: str) -> bool:
    """Whether rows are read one after the other: in the words of PostgreSQL, or of SQLite."""
    return "Seq Scan" in plan or re.search(r"\bSCAN\b", plan) is not None


@pytest.mark.parametrize("look", ["due", "to_remind"])
def test_clock_sweeps_read_no_whole_table(many_games: datetime, look: str) -> None:
    rows = getattr(Game.objects, look)(many_games)
    assert rows.count() == DUE
    plan = rows.values_list("pk", flat=True)[:1000].explain()
    assert not scans_table(plan)
    assert {"due": "game_by_deadline", "to_remind": "game_to_remind"}[look] in plan


@pytest.mark.parametrize(("model", "index"), [(Notice, "notice_due"), (Vacation, "vacation_on")])
def test_sweeps_read_nothing_that_is_past(
    much_past: datetime, model: type[Notice] | type[Vacation], index: str
) -> None:
    plan = model.objects.due(much_past).values_list("pk", flat=True)[:50].explain()
    assert not scans_table(plan)
    assert index in plan


@pytest.fixture
def many_of_the_computer(db: None) -> datetime:
    """Thousands of games against the computer, few of which wait for it."""
    copy_game(make_game_against_computer(make_member()))
    moment = clock.now()
    first = list(Game.objects.order_by("pk").values_list("pk", flat=True)[:DUE])
    waiting = {"to_move": F("computer_seat"), "computer_due_at": moment}
    Game.objects.filter(pk__in=first).update(**waiting)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return moment


def test_sweep_of_the_computer_reads_no_whole_table(many_of_the_computer: datetime) -> None:
    owed = Game.objects.owed_by_computer(many_of_the_computer)
    assert owed.count() == DUE
    plan = owed.values_list("pk", flat=True)[:100].explain()
    assert not scans_table(plan)
    assert "game_computer_due" in plan


def test_sweep_of_invitations_reads_none_that_has_ended() -> None:
    offer = make_link(make_member())
    columns = {field.attname for field in Invitation._meta.concrete_fields} - {"id", "token"}
    copied = {name: getattr(offer, name) for name in columns} | {"options": offer.options}
    copied |= {"state": InvitationState.WITHDRAWN, "ended_at": clock.now()}
    Invitation.objects.bulk_create(
        [Invitation(**copied, token=f"copy{number}") for number in range(GAMES)], batch_size=500
    )
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    plan = Invitation.objects.all().run_out(clock.now()).values_list("pk", flat=True).explain()
    assert not scans_table(plan)
    assert "invitation_open_until" in plan


def test_plan_of_a_whole_table_is_known_as_one(many_games: datetime) -> None:
    assert scans_table(Game.objects.filter(floor="nothing").explain())
