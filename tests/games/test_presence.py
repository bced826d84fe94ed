"""Who counts as being here, and what counts as having seen a table."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from games import clock
from games.models import Guest, Seat
from games.services.presence import note_seen, note_visit
from tests.games.factories import make_game, make_guest, make_member, play_any
from tests.games.queries_sent import count_queries
from tests.games.visitors import address, client_of

pytestmark = pytest.mark.django_db

PREFETCH = {"Sec-Purpose": "prefetch;prerender"}


def seen_at(player):
    return get_user_model().objects.get(pk=player.key).last_seen_at


def test_page_counts_as_a_visit() -> None:
    player = make_member()
    client_of(player).get("/")
    assert seen_at(player) is not None


def test_visit_of_a_guest_is_noted() -> None:
    player = make_guest()
    client_of(player).get("/")
    assert Guest.objects.get(pk=player.key).last_seen_at is not None


@pytest.mark.parametrize("headers", [PREFETCH, {"Purpose": "prefetch"}])
def test_prefetch_is_no_visit(headers: dict[str, str]) -> None:
    player = make_member()
    client_of(player).get("/", headers=headers)
    assert seen_at(player) is None


def test_head_is_no_visit() -> None:
    player = make_member()
    client_of(player).head("/")
    assert seen_at(player) is None


def test_waiting_page_is_no_visit() -> None:
    player = make_member()
    game = make_game(player, make_member())
    client_of(player).get(address(game, "version"), {"v": 0, "t": "x"})
    assert seen_at(player) is None


def test_visits_are_written_once_a_minute() -> None:
    player, now = make_member(), timezone.now()
    for seconds in (0, 59, 61):
        with clock.stopped_at(now + timedelta(seconds=seconds)):
            note_visit(player)
        expected = now if seconds < 60 else now + timedelta(seconds=61)
        assert seen_at(player) == expected


def test_visit_is_one_statement() -> None:
    player = make_member()
    with count_queries() as sent:
        note_visit(player)
    assert len(sent) == 1


def test_table_is_seen_by_who_opens_it() -> None:
    player = make_member()
    game = make_game(player, make_member())
    play_any(game)
    client_of(player).get(address(game))
    assert list(game.seats.values_list("seen_version", flat=True)) == [1, None]


@pytest.mark.parametrize(
    "ask", [Client.head, lambda client, path: client.get(path, headers=PREFETCH)]
)
def test_table_is_not_seen_by_who_looks_ahead(ask) -> None:
    player = make_member()
    game = make_game(player, make_member())
    ask(client_of(player), address(game))
    assert game.seats.get(index=0).seen_version is None


def test_what_was_seen_never_falls() -> None:
    seat = make_game().seats.get(index=0)
    for version in (5, 3):
        note_seen(seat.pk, version)
    assert Seat.objects.get(pk=seat.pk).seen_version == 5
