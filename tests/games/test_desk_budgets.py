"""With a thousand games, every list of the desk sends fewer than ten queries, and its page few."""

import itertools
from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth import get_user_model
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from games import clock
from games.admin.paging import MOST_COUNTED, CappedPaginator
from games.models import (
    ComputerError,
    Game,
    Guest,
    Invitation,
    MailSettings,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Round,
    Sweep,
)
from tests.games.desk import MODELS
from tests.games.factories import make_game, make_user, play_turns
from tests.games.queries_sent import count_queries
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

MANY = 1000


@pytest.fixture
def staff(client: Client) -> Client:
    """Somebody with permissions of their own: asking for them is counted too."""
    warden = make_user(is_staff=True)
    names = [f"view_{model._meta.model_name}" for model in MODELS]
    warden.user_permissions.set(Permission.objects.filter(codename__in=names))
    client.force_login(warden)
    return client


@pytest.fixture
def crowd(db: None) -> Game:
    """A thousand games like the one that is given back, each with people and rows of its own."""
    game = play_turns(make_game(), 3)
    names = [f"copy{number}" for number in range(MANY)]
    users = copy_people()
    guests = Guest.objects.bulk_create(Guest(claimed_by=user) for user in users)
    games = copy_row(game, public_id=names)
    rounds = copy_row(game.rounds.get(), game=games)
    copy_row(game.seats.get(index=0), game=games, user=users)
    copy_row(game.seats.get(index=1), game=games, user=[None] * MANY, guest=guests)
    copy_row(game.moves.get(seq=1), game=games, round=rounds)
    copy_row(ComputerError(game=game, version=1, level="strong", exception="E"), game=games)
    copy_row(make_invitation(game=game), game=games, token=names, inviter_user=users)
    notice = make_notice(NoticeKind.TURN, game=game)
    copy_row(notice, game=games, user=users, key=names, message_id=names)
    copy_row(MailStop(mail_class="turns"), user=users)
    copy_row(MailSettings(), user=users)
    copy_row(make_gift(game), game=games)
    copy_row(make_vacation(), user=users, saved_game=games)
    copy_row(make_block(), blocker=users)
    copy_row(make_outage())
    copy_row(make_address_stop(), digest=names)
    Sweep.record("notices")
    return game


def address(model: Any, page: str, *arguments: Any) -> str:
    return reverse(f"admin:games_{model._meta.model_name}_{page}", args=arguments)


def copy_people() -> list[Any]:
    people = get_user_model()
    return people.objects.bulk_create(
        people(
            name=f"Copy {number}",
            name_key=f"copy {number}",
            email=f"copy{number}@example.com",
            password="!",
            joined_at=clock.now() - timedelta(days=number),
        )
        for number in range(MANY)
    )


def copy_row(row: Any, **columns: Sequence[Any]) -> list[Any]:
    """A thousand like it, each with its own of the values of these columns."""
    kept = {field.attname: getattr(row, field.attname) for field in row._meta.fields}
    del kept["id"]
    copies = [type(row)(**kept) for _ in range(MANY)]
    for name, values in columns.items():
        for copy, value in zip(copies, values, strict=True):
            setattr(copy, name, value)
    return list(type(row)._default_manager.bulk_create(copies))


LIST_BUDGET = 10
PAGE_BUDGETS: dict[Any, int] = {Game: 28, Notice: 22, Invitation: 14, Round: 12, Move: 12}
QUERIES = (
    "",
    "?p=3",
    "?all=",
    "?o=1",
    "?q={game}",
    "?q=copy 7",
    "?q=nobody",
    "?when=week",
    "?when=2026-02-03",
)


@pytest.mark.slow
def test_lists_send_fewer_than_ten_queries(staff: Client, crowd: Game) -> None:
    sent_by = {}
    for model, query in itertools.product(MODELS, QUERIES):
        asked = address(model, "changelist") + query.format(game=crowd.public_id)
        with count_queries() as sent:
            answer = staff.get(asked)
        assert answer.status_code == 200 or query.startswith("?when")  # not every list has dates
        sent_by[asked] = len(sent)
    assert {asked: count for asked, count in sent_by.items() if count >= LIST_BUDGET} == {}


@pytest.mark.slow
def test_pages_of_rows_send_few_queries(staff: Client, crowd: Game) -> None:
    for model, most in PAGE_BUDGETS.items():
        row = model.objects.first()
        with count_queries() as sent:
            staff.get(address(model, "change", row.pk))
        assert len(sent) <= most, model


def test_list_is_counted_no_further_than_anybody_leafs() -> None:
    paginator = CappedPaginator(Guest.objects.order_by("pk"), 100)
    with count_queries() as sent:
        assert paginator.count == 0
    assert f"LIMIT {MOST_COUNTED}" in sent[0]
