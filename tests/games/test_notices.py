"""What is owed to whom, and when: rows only."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games import clock
from games.engine.errors import IllegalPlay
from games.models import Game, Guest, Notice, NoticeKind, Player
from games.services import staff
from games.services.abort import abort
from games.services.computer import play_owed_turn
from games.services.guests import claim_guest
from games.services.notices import TURN_WAIT
from games.services.resign import resign
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_member,
    play,
    play_any,
    play_to_end,
)
from tests.games.letters import invite, start_game

pytestmark = pytest.mark.django_db


def owed(game: Game) -> list[tuple[str, Player]]:
    return [(notice.kind, notice.reader) for notice in game.notices.order_by("pk")]


def start(*players: Player) -> tuple[Game, Player, Player]:
    first, second = players or (make_member(), make_member())
    return start_game(first, second), first, second


def test_play_owes_the_other_side_its_turn() -> None:
    game, _first, second = start()
    play(game, "6C", "6D 4S 2H")
    assert owed(game) == [("turn", second)]


def test_turn_waits_a_minute_and_a_half() -> None:
    game, _first, _second = start()
    now = timezone.now()
    with clock.stopped_at(now):
        play(game, "6C", "6D 4S 2H")
    assert game.notices.get().due_at == now + TURN_WAIT == now + timedelta(seconds=90)


def test_first_turn_is_owed_to_the_leader() -> None:
    game = make_game()
    notice = game.notices.get()
    assert (notice.kind, notice.seq) == ("turn", 0)
    assert game.seats.get(user=notice.user_id).index == game.to_move


def test_every_turn_is_owed_once() -> None:
    game = play_to_end(make_game(target=61))
    turns = game.notices.filter(kind=NoticeKind.TURN)
    assert len({notice.key for notice in turns}) == turns.count() > 10


def test_resignation_owes_the_other_side_the_result() -> None:
    game, _first, second = start()
    resign(game_id=game.pk, seat=0, version=0)
    assert owed(game) == [("over", second)]


def test_calling_off_owes_the_other_side_the_result() -> None:
    game, first, _second = start()
    abort(game_id=game.pk, seat=1, version=0)
    assert owed(game) == [("over", first)]


def test_last_play_owes_the_result_to_who_did_not_choose_it() -> None:
    game = play_to_end(make_game(target=0))
    chosen = game.moves.exclude(via="forced").latest("seq")
    over = game.notices.filter(kind=NoticeKind.GAME_OVER)
    assert [game.seats.get(user=notice.user_id).index for notice in over] == [1 - chosen.seat]


@pytest.mark.parametrize(
    "act", [staff.hold_game, staff.abort_by_staff, lambda key: staff.adjudicate(key, winner=None)]
)
def test_act_of_the_staff_is_owed_to_both(act) -> None:
    game, first, second = start()
    act(game.pk)
    assert owed(game) == [("staff", first), ("staff", second)]


def test_release_owes_the_turn_again() -> None:
    game, first, second = start()
    staff.hold_game(game.pk)
    Notice.objects.all().delete()
    staff.release_game(game.pk)
    assert owed(game) == [("staff", first), ("staff", second), ("turn", first)]


def test_named_invitation_is_owed_to_its_invitee() -> None:
    inviter, invitee = make_member(), make_member()
    invitation = invite(inviter, invitee)
    assert [notice.reader for notice in invitation.notices.all()] == [invitee]


def test_guest_without_an_address_is_owed_nothing() -> None:
    game, _member, _guest = start(make_member(), make_guest())
    play(game, "6C", "6D 4S 2H")
    assert owed(game) == []


def test_guest_with_an_address_is_owed_the_turn() -> None:
    guest = make_guest()
    Guest.objects.update(email="guest@example.com")
    game, _member, _guest = start(make_member(), guest)
    play(game, "6C", "6D 4S 2H")
    assert owed(game) == [("turn", guest)]


@pytest.mark.parametrize(("minutes", "kinds"), [(14, []), (16, ["turn"])])
def test_turn_against_the_computer_is_owed_to_who_was_away_for_long(
    minutes: int, kinds: list[str]
) -> None:
    game = make_game_against_computer()
    play_any(game)
    seen = clock.now() - timedelta(minutes=minutes)
    get_user_model().objects.update(last_seen_at=seen)
    assert play_owed_turn(game.pk)
    assert [kind for kind, _reader in owed(game)] == kinds


def test_turn_against_the_computer_is_owed_to_who_was_never_seen() -> None:
    game = make_game_against_computer()
    play_any(game)
    play_owed_turn(game.pk)
    assert [kind for kind, _reader in owed(game)] == ["turn"]


def test_message_id_is_of_this_site_and_never_the_same() -> None:
    game = play_to_end(make_game(target=0))
    ids = list(game.notices.values_list("message_id", flat=True))
    assert len(set(ids)) == len(ids)
    assert all(text.endswith("@127.0.0.1>") and text.startswith("<") for text in ids)


def test_joining_takes_the_mails_along() -> None:
    guest = make_guest()
    Guest.objects.update(email="guest@example.com", language="ar")
    game, _member, _guest = start(make_member(), guest)
    play(game, "6C", "6D 4S 2H")
    member = make_member()

    claim_guest(guest_id=guest.key, user_id=member.key)

    assert owed(game) == [("turn", member)]
    assert Guest.objects.get(pk=guest.key).email == ""


def test_refused_play_owes_nothing() -> None:
    game, _first, _second = start()
    with pytest.raises(IllegalPlay):
        play(game, "8S")
    assert owed(game) == []
