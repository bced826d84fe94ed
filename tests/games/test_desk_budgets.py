"""With a thousand games, every list of the desk sends fewer than ten queries, and its page few."""

import itertools
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
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Round,
    Seat,
    Sweep,
)
from tests.games.factories import make_game, make_user, play_turns
from tests.games.queries_sent import count_queries
from tests.games.rows import make_invitation, make_notice

pytestmark = pytest.mark.django_db

MANY = 1000
MODELS = [Game, Round, Move, Seat, Guest, Invitation, Notice, MailStop, ComputerError, Sweep]


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
    users = copy_people()
    guests = Guest.objects.bulk_create(Guest(claimed_by=user) for user in users)
    games = copy_rows([game], lambda number: {"public_id": f"copy{number}"})
    row = game.rounds.get()
    rounds = copy_rows([row], lambda number: {"game": games[number]})
    copy_rows(
        game.seats.filter(index=0), lambda number: {"game": games[number], "user": users[number]}
    )
    seat = game.seats.get(index=1)
    columns = {"user": None}
    copy_rows([seat], lambda number: {**columns, "game": games[number], "guest": guests[number]})
    copy_rows(
        game.moves.filter(seq=1), lambda number: {"game": games[number], "round": rounds[number]}
    )
    error = ComputerError(game=game, version=1, level="strong", exception="E")
    copy_rows([error], lambda number: {"game": games[number]})
    invitation = make_invitation(game=game)
    copy_rows(
        [invitation],
        lambda number: {
            "game": games[number],
            "token": f"copy{number}",
            "inviter_user": users[number],
        },
    )
    notice = make_notice(NoticeKind.TURN, game=game)
    copy_rows(
        [notice],
        lambda number: {
            "game": games[number],
            "user": users[number],
            "key": f"copy{number}",
            "message_id": f"copy{number}",
        },
    )
    copy_rows([MailStop(mail_class="turns")], lambda number: {"user": users[number]})
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


def copy_seats(game: Game, games: list[Game], users: list[Any], guests: list[Guest]) -> None:
    first, second = game.seats.all()
    copy_rows([first], lambda number: {"game": games[number], "user": users[number]})
    copy_rows(
        [second], lambda number: {"game": games[number], "user": None, "guest": guests[number]}
    )


def copy_rows(rows: Any, change: Any) -> list[Any]:
    (row,) = rows
    model = type(row)
    columns = {field.attname: getattr(row, field.attname) for field in model._meta.fields}
    del columns["id"]
    made = []
    for number in range(MANY):
        copy = model(**columns)
        for name, value in change(number).items():
            setattr(copy, name, value)
        made.append(copy)
    return list(model._default_manager.bulk_create(made))


LIST_BUDGET = 10
PAGE_BUDGETS: dict[Any, int] = {Game: 24, Notice: 22, Invitation: 14, Round: 12, Move: 12}
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
