from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.utils import timezone

from games import clock
from games.models import (
    AddressStop,
    ComputerError,
    Game,
    GiftOfTime,
    Guest,
    Invitation,
    InvitationKind,
    Level,
    Notice,
    NoticeKind,
    NoticeState,
    Vacation,
)
from games.services.answers import accept
from games.services.housekeeping import (
    ERROR_AGE,
    IDLE_AGE,
    LIFTED_AGE,
    NOTICE_AGE,
    TIME_AGE,
    VACATION_AGE,
    erase_cache,
    keep_house,
)
from games.services.resign import resign
from tests.games.factories import make_game, make_guest, make_member, make_user, play_any
from tests.games.invited import make_link
from tests.games.rows import (
    make_address_stop,
    make_gift,
    make_invitation,
    make_notice,
    make_outage,
    make_vacation,
)

pytestmark = pytest.mark.django_db

LONG_AGO = clock.now() - IDLE_AGE - timedelta(days=1)


def test_game_with_a_late_play_is_kept() -> None:
    with clock.stopped_at(LONG_AGO):
        game = make_game(make_member(), Level.REGULAR)
    play_any(game)
    keep_house()
    game.refresh_from_db()
    assert game.is_running


def test_idle_game_between_people_is_kept() -> None:
    with clock.stopped_at(LONG_AGO):
        game = make_game()
    keep_house()
    game.refresh_from_db()
    assert game.is_running


def test_old_game_of_a_guest_is_erased_with_the_guest() -> None:
    with clock.stopped_at(LONG_AGO):
        game = make_game(make_guest(), Level.REGULAR)
        play_any(game)
        game.refresh_from_db()
        resign(game_id=game.pk, seat=0, version=game.version)
    keep_house()
    assert not Game.objects.exists()
    assert not Guest.objects.exists()


def test_old_game_of_a_member_is_kept() -> None:
    with clock.stopped_at(LONG_AGO):
        game = make_game(make_member(), Level.REGULAR)
        resign(game_id=game.pk, seat=0, version=0)
    keep_house()
    assert Game.objects.filter(pk=game.pk).exists()


def test_old_game_between_guest_and_member_is_kept() -> None:
    with clock.stopped_at(LONG_AGO):
        game = make_game(make_guest(), make_member())
        resign(game_id=game.pk, seat=0, version=0)
    keep_house()
    assert Game.objects.filter(pk=game.pk).exists()


def test_new_guest_is_kept() -> None:
    make_guest()
    keep_house()
    assert Guest.objects.exists()


def test_expired_sessions_are_erased() -> None:
    for seconds in (-1, 3600):
        session = SessionStore()
        session.set_expiry(seconds)
        session.create()
    keep_house()
    assert Session.objects.count() == 1


def test_tester_ninety_days_ahead_stays_signed_in(client: Client) -> None:
    client.force_login(make_user())
    with clock.stopped_at(timezone.now() + timedelta(days=90)):
        keep_house()
    assert client.get("/vacation/").context["user"].is_authenticated


def make_signup(*, joined_at: datetime, verified: bool, signed_in: bool = False) -> int:
    user = make_user(joined_at=joined_at, last_login=joined_at if signed_in else None)
    user.emailaddress_set.create(email=user.email, verified=verified, primary=True)
    return user.pk


@pytest.mark.parametrize(
    ("columns", "stays"),
    [
        ({"joined_at": LONG_AGO, "verified": False}, False),
        ({"joined_at": clock.now(), "verified": False}, True),
        ({"joined_at": LONG_AGO, "verified": True}, True),
        ({"joined_at": LONG_AGO, "verified": False, "signed_in": True}, True),
    ],
)
def test_signup_that_nobody_proved_is_erased_after_two_weeks(
    columns: dict[str, Any], stays: bool
) -> None:
    key = make_signup(**columns)
    keep_house()
    assert get_user_model().objects.filter(pk=key).exists() is stays


def test_signup_of_today_outlives_ninety_days_of_a_moved_clock() -> None:
    key = make_signup(joined_at=timezone.now(), verified=False)
    with clock.stopped_at(timezone.now() + timedelta(days=90)):
        keep_house()
    assert get_user_model().objects.filter(pk=key).exists()


def test_invitation_that_nobody_answered_is_expired() -> None:
    with clock.stopped_at(clock.now() - timedelta(days=15)):
        old = make_link(make_member())
    new = make_link(make_member())
    keep_house()
    states = Invitation.objects.in_bulk([old.pk, new.pk])
    assert [states[row.pk].state for row in (old, new)] == ["expired", "open"]


def test_invitation_that_ended_long_ago_is_erased_and_its_game_kept() -> None:
    with clock.stopped_at(LONG_AGO):
        game = accept(make_link(make_member()).token, make_member())
    recent = make_link(make_member())
    accept(recent.token, make_member())
    keep_house()
    assert Invitation.objects.get() == recent
    assert Game.objects.filter(pk=game.pk).exists()


def test_counts_that_have_run_out_are_erased_and_others_stay() -> None:
    cache.set("old", 1, timeout=60)
    cache.set("new", 1, timeout=3600)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert erase_cache() == 1
        assert cache.get("new") == 1


def test_no_key_of_a_count_tells_whose_it_is(client: Client) -> None:
    client.post("/play/", REMOTE_ADDR="203.0.113.77")
    with connection.cursor() as cursor:
        cursor.execute("SELECT cache_key FROM cache")
        keys = [key for (key,) in cursor.fetchall()]
    assert keys
    assert not [key for key in keys if "203.0.113.77" in key or ":" in key]


AGED = [
    ("vacations erased", VACATION_AGE, lambda at: make_vacation(began_at=at, ended_at=at)),
    ("gifts of time erased", TIME_AGE, lambda at: make_gift(make_ended_game(at))),
    ("outages erased", TIME_AGE, lambda at: make_outage(ended_at=at)),
    ("lifted stops of addresses erased", LIFTED_AGE, lambda at: make_address_stop(lifted_at=at)),
    ("computer's errors erased", ERROR_AGE, lambda at: make_computer_error(at)),
    ("notices erased", NOTICE_AGE, lambda at: make_sent_notice(at)),
]


def make_ended_game(at: datetime) -> Game:
    with clock.stopped_at(at):
        game = make_game()
        resign(game_id=game.pk, seat=0, version=0)
    Notice.objects.all().delete()
    return game


def make_computer_error(at: datetime) -> None:
    game = make_game(make_member(), Level.REGULAR)
    ComputerError.objects.create(game=game, version=1, level="strong", exception="E", at=at)


def make_sent_notice(at: datetime) -> None:
    make_notice(NoticeKind.TEST, state=NoticeState.SENT, done_at=at)


@pytest.mark.parametrize(("what", "age", "make"), AGED, ids=[what for what, *_ in AGED])
@pytest.mark.parametrize(("more", "erased"), [(timedelta(hours=1), 1), (-timedelta(hours=1), 0)])
def test_what_grows_is_erased_at_its_age(
    what: str, age: timedelta, make: Callable[[datetime], Any], more: timedelta, erased: int
) -> None:
    make(clock.now() - age - more)
    assert keep_house()[what] == erased


def test_what_still_lasts_has_no_age() -> None:
    with clock.stopped_at(clock.now() - timedelta(days=500)):
        make_address_stop()
        make_vacation(ends_at=clock.now() + timedelta(days=600))
        make_gift(make_game())
    keep_house()
    assert [AddressStop.objects.count(), Vacation.objects.count()] == [1, 1]
    assert GiftOfTime.objects.count() == 1


def test_hours_of_a_whole_year_are_still_known_at_its_end() -> None:
    assert timedelta(days=366) < VACATION_AGE


def test_address_of_an_invitation_goes_with_its_end() -> None:
    make_invitation(
        kind=InvitationKind.ADDRESS,
        address="karim@example.com",
        address_digest="0" * 64,
        expires_at=clock.now() - timedelta(minutes=1),
    )
    keep_house()
    assert [row.address for row in Invitation.objects.all()] == [""]
