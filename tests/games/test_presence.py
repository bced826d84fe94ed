"""Who counts as being here, and what counts as having seen a table."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from games import clock
from games.models import Game, Guest, Notice, NoticeKind, NoticeReason, NoticeState, Player, Seat
from games.services.presence import note_seen, note_visit_of_guest, note_visit_of_member
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member, play, play_any
from tests.games.letters import find_notice, make_due, make_reader, start_game
from tests.games.owed_mails import is_sent, owe_turn
from tests.games.queries_sent import count_queries
from tests.games.visitors import HTMX, address, client_of

pytestmark = pytest.mark.django_db

PREFETCH = {"Sec-Purpose": "prefetch;prerender"}


def seen_at(player):
    people = Guest.objects if player.is_guest else get_user_model().objects
    return people.get(pk=player.key).last_seen_at


def test_page_counts_as_a_visit() -> None:
    player = make_member()
    client_of(player).get("/")
    assert seen_at(player) is not None


def test_visit_of_a_guest_is_noted() -> None:
    player = make_guest()
    client_of(player).get("/")
    assert seen_at(player) is not None


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


@pytest.mark.parametrize("make", [make_member, make_guest])
def test_visits_are_noted_once_a_minute(make) -> None:
    player, now = make(), timezone.now()
    browser = client_of(player)
    for seconds, expected in ((0, 0), (59, 0), (61, 61)):
        with clock.stopped_at(now + timedelta(seconds=seconds)):
            browser.get("/rules/")
        assert seen_at(player) == now + timedelta(seconds=expected)


@pytest.mark.parametrize("make", [make_member, make_guest])
def test_second_page_within_a_minute_writes_nothing(make) -> None:
    browser = client_of(make())
    browser.get("/rules/")
    with count_queries() as sent:
        browser.get("/rules/")
    assert not [query for query in sent if not query.startswith("SELECT")]


def test_page_under_way_notes_nothing_of_a_closed_account() -> None:
    player = make_member()
    get_user_model().objects.update(is_active=False, closed_at=timezone.now())
    note_visit_of_member(player.key, seen_at=None)
    assert seen_at(player) is None


def test_page_under_way_notes_nothing_of_a_guest_who_is_a_member_now() -> None:
    guest = make_guest()
    Guest.objects.update(claimed_by=make_member().key)
    note_visit_of_guest(guest.key)
    assert seen_at(guest) is None


def zone_of(guest: Player) -> str:
    return Guest.objects.get(pk=guest.key).time_zone


def test_zone_of_a_guests_browser_is_kept_for_the_mails() -> None:
    guest = make_guest()
    client = client_of(guest)
    for zone in ("Africa/Cairo", "Europe/London"):
        client.cookies["time_zone"] = zone
        client.get("/")
        assert zone_of(guest) == zone


def test_zone_that_is_not_told_any_more_stays() -> None:
    guest = make_guest()
    Guest.objects.update(time_zone="Africa/Cairo")
    client_of(guest).get("/")
    assert zone_of(guest) == "Africa/Cairo"


@pytest.mark.parametrize(("zone", "is_due"), [("Asia/Tokyo", True), ("Africa/Cairo", False)])
def test_what_is_held_for_a_guest_is_looked_at_again_in_another_zone(
    zone: str, is_due: bool
) -> None:
    guest, now = make_guest(), timezone.now()
    Guest.objects.update(email="guest@example.com", time_zone="Africa/Cairo")
    held = owe_turn(guest)
    Notice.objects.filter(pk=held.pk).update(
        state=NoticeState.HELD, reason=NoticeReason.QUIET, due_at=now + timedelta(hours=5)
    )
    with clock.stopped_at(now + timedelta(minutes=5)):
        note_visit_of_guest(guest.key, time_zone=zone)
        assert Notice.objects.due(clock.now()).filter(pk=held.pk).exists() == is_due


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


# --- a table that is left open, and changes with nobody there -------------------------------------

UNATTENDED = {"unattended": ""}


def sit_and_wait() -> tuple[Player, Game]:
    """It is the other side's turn, and nothing of that is seen or told."""
    player = make_reader()
    game = start_game(make_reader(), player)
    return player, game


def look(player: Player, game: Game, **query: str) -> HttpResponse:
    return client_of(player).get(address(game), query, headers=HTMX)


def seen_version_of(game: Game) -> int | None:
    return game.seats.get(index=1).seen_version


def test_unattended_table_is_no_visit() -> None:
    player, game = sit_and_wait()
    assert look(player, game, **UNATTENDED).status_code == 200
    assert seen_at(player) is None


def test_unattended_table_is_not_seen() -> None:
    player, game = sit_and_wait()
    look(player, game, **UNATTENDED)
    assert seen_version_of(game) is None


def test_unattended_table_lets_its_turn_be_told() -> None:
    player, game = sit_and_wait()
    now = timezone.now()
    with clock.stopped_at(now):
        look(player, game)
    with clock.stopped_at(now + timedelta(hours=3)):
        play(game, "6C", "6D 4S 2H")
        look(player, game, **UNATTENDED)
        assert is_sent(make_due(find_notice(NoticeKind.TURN, game=game)))


def test_table_that_follows_to_its_result_unattended_is_not_seen() -> None:
    player, game = sit_and_wait()
    resign(game_id=game.pk, seat=0, version=0)
    client = client_of(player)
    leads_to = look(player, game, **UNATTENDED).headers["HX-Redirect"]
    assert client.get(leads_to).status_code == 200
    assert (seen_at(player), seen_version_of(game)) == (None, None)


def test_table_that_follows_to_a_bill_unattended_is_no_visit() -> None:
    player = make_reader()
    game = start_game(make_reader(), player, target=1000)
    while game.round_number == 1:
        play_any(game)
        game.refresh_from_db()
    client = client_of(player)
    leads_to = look(player, game, round="1", **UNATTENDED).headers["HX-Redirect"]
    assert client.get(leads_to).status_code == 200
    assert seen_at(player) is None


def tell_sight(player: Player, game: Game, version: object) -> None:
    answer = client_of(player).post("/here/", {"game": game.public_id, "version": version})
    assert answer.status_code == 204


@pytest.mark.parametrize(("version", "seen"), [(1, 1), (0, 0), (2, None), ("x", None)])
def test_ping_says_which_table_is_in_sight(version: object, seen: int | None) -> None:
    player, game = sit_and_wait()
    play(game, "6C", "6D 4S 2H")
    tell_sight(player, game, version)
    assert seen_version_of(game) == seen


def test_ping_of_an_old_table_unsees_nothing() -> None:
    player, game = sit_and_wait()
    note_seen(game.seats.get(index=1).pk, 1)
    play(game, "6C", "6D 4S 2H")
    tell_sight(player, game, 0)
    assert seen_version_of(game) == 1


def test_ping_of_somebody_elses_table_sees_nothing() -> None:
    _, game = sit_and_wait()
    tell_sight(make_member(), game, 0)
    assert set(game.seats.values_list("seen_version", flat=True)) == {None}
