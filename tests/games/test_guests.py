from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest
from django.test import RequestFactory

from accounts.signals import joined
from games.models import Guest, Level, Player, Seat
from games.players import SESSION_KEY, get_or_make_player, player_of
from games.queries import list_games_of
from games.services.errors import TooFast
from games.services.guests import claim_guest
from tests.games.factories import make_game, make_guest, make_member, make_user

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 3, 14, 12, tzinfo=UTC)


@pytest.fixture
def request_of_nobody(rf: RequestFactory) -> HttpRequest:
    request = rf.post("/")
    request.session = SessionStore()
    request.user = AnonymousUser()
    return request


def guest_id_of(player: Player) -> int:
    assert player.guest_id is not None
    return player.guest_id


def test_nobody_is_no_player(request_of_nobody: HttpRequest) -> None:
    assert player_of(request_of_nobody) is None
    assert not Guest.objects.exists()


def test_nobody_becomes_one_guest(request_of_nobody: HttpRequest) -> None:
    player = get_or_make_player(request_of_nobody)
    assert get_or_make_player(request_of_nobody) == player_of(request_of_nobody) == player
    assert Guest.objects.count() == 1


def test_member_is_the_account(request_of_nobody: HttpRequest) -> None:
    request_of_nobody.user = make_user()
    assert get_or_make_player(request_of_nobody) == Player(user_id=request_of_nobody.user.pk)
    assert not Guest.objects.exists()


def test_guest_that_was_erased_is_made_anew(request_of_nobody: HttpRequest) -> None:
    old = get_or_make_player(request_of_nobody)
    Guest.objects.all().delete()
    assert get_or_make_player(request_of_nobody) != old


def test_flood_of_guests_from_one_address_is_refused(
    request_of_nobody: HttpRequest, settings: Any
) -> None:
    settings.ACCOUNT_RATE_LIMITS = {"guest": "2/h/ip"}
    with time_machine.travel(NOON, tick=False) as moved:
        for _ in range(2):
            become_a_guest(request_of_nobody)
        moved.shift(timedelta(minutes=59))
        for _ in range(3):
            with pytest.raises(TooFast):
                become_a_guest(request_of_nobody)
        moved.shift(timedelta(minutes=2))
        become_a_guest(request_of_nobody)
    assert Guest.objects.count() == 3


def become_a_guest(request: HttpRequest) -> None:
    request.session.flush()
    get_or_make_player(request)


def test_claim_moves_every_seat() -> None:
    guest, user = make_guest(), make_user()
    make_game(guest, Level.REGULAR), make_game(guest, Level.STRONG)
    assert claim_guest(guest_id=guest_id_of(guest), user_id=user.pk) == 2
    assert Seat.objects.filter(user=user, guest=None).count() == 2
    assert not list_games_of(guest).your_turn


def test_claim_happens_once() -> None:
    guest, first, second = make_guest(), make_user(), make_user()
    make_game(guest, Level.REGULAR)
    claim_guest(guest_id=guest_id_of(guest), user_id=first.pk)
    assert claim_guest(guest_id=guest_id_of(guest), user_id=second.pk) == 0
    assert Seat.objects.get(index=0).user == first


def test_claim_leaves_a_game_against_oneself() -> None:
    guest, user = make_guest(), make_user()
    make_game(guest, Player(user_id=user.pk))
    assert claim_guest(guest_id=guest_id_of(guest), user_id=user.pk) == 0
    assert Seat.objects.filter(guest=guest.guest_id).exists()


def test_claim_of_nobody_is_nothing() -> None:
    assert claim_guest(guest_id=10**6, user_id=make_user().pk) == 0


def test_several_guests_come_to_one_account() -> None:
    user = make_user()
    for _ in range(2):
        guest = make_guest()
        make_game(guest, Level.REGULAR)
        claim_guest(guest_id=guest_id_of(guest), user_id=user.pk)
    assert Seat.objects.filter(user=user).count() == 2


def test_joining_keeps_the_games_of_the_browser(request_of_nobody: HttpRequest) -> None:
    game = make_game(get_or_make_player(request_of_nobody), Level.REGULAR)
    user = make_user()
    joined.send(sender=None, user=user, request=request_of_nobody)
    assert Seat.objects.get(game=game, index=0).user == user
    assert SESSION_KEY not in request_of_nobody.session


def test_joining_without_games_is_nothing(request_of_nobody: HttpRequest) -> None:
    joined.send(sender=None, user=make_user(), request=request_of_nobody)
    assert not Seat.objects.exists()


def test_an_account_that_has_just_closed_gets_no_guests_games() -> None:
    guest, member = make_guest(), make_member()
    game = make_game(guest, Level.REGULAR)
    get_user_model().objects.filter(pk=member.user_id).update(is_active=False)

    assert claim_guest(guest_id=guest.guest_id, user_id=member.user_id) == 0

    assert game.seats.get(index=0).guest_id == guest.guest_id
