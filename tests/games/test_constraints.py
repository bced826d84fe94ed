"""What the database itself refuses, whoever writes."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import ProtectedError

from games import clock
from games.models import (
    ComputerError,
    Game,
    Guest,
    Level,
    MailClass,
    MailStop,
    Move,
    Notice,
    NoticeKind,
    Player,
    Round,
    Seat,
)
from games.services.resign import resign
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    make_user,
    play_any,
)
from tests.games.rows import make_notice

pytestmark = pytest.mark.django_db

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def refuses(queryset: Any, **columns: Any) -> bool:
    try:
        with transaction.atomic():
            queryset.update(**columns)
    except IntegrityError:
        return True
    return False


@pytest.mark.parametrize(
    "columns",
    [
        {"preset": "poker"},
        {"target": 5},
        {"target": 1001},
        {"to_move": 2},
        {"to_move": None},
        {"winner": 0},
        {"winner": 2},
        {"ended_by": "resign"},
        {"ended_at": NOW},
        {"status": "finished"},
        {"status": "aborted"},
        {"status": "paused"},
        {"status": "finished", "to_move": None, "ended_by": "played", "ended_at": NOW},
        {"status": "aborted", "to_move": None, "ended_by": "played", "ended_at": NOW},
        {"computer_seat": 2},
        {"computer_due_at": NOW},
        {"version": -1},
        {"total_0": -1},
    ],
    ids=str,
)
def test_running_game_cannot_be(columns: dict[str, Any]) -> None:
    game = make_game()
    assert refuses(Game.objects.filter(pk=game.pk), **columns)


@pytest.mark.parametrize(
    "columns",
    [
        {"winner": None},
        {"to_move": 0},
        {"ended_at": None},
        {"ended_by": ""},
        {"status": "running"},
        {"status": "aborted"},
        {"computer_due_at": NOW},
    ],
    ids=str,
)
def test_finished_game_cannot_be(columns: dict[str, Any]) -> None:
    game = make_game()
    resign(game_id=game.pk, seat=0, version=0)
    assert refuses(Game.objects.filter(pk=game.pk), **columns)


STANDING = {
    "bank_at": None,
    "deadline_at": None,
    "remind_at": None,
    "turn_left": timedelta(hours=1),
}


@pytest.mark.parametrize(
    ("why", "is_refused"),
    [
        ({"held_at": None, "stops_for_vacation": False}, True),
        ({"held_at": None, "stops_for_vacation": True}, False),
        ({"held_at": NOW, "stops_for_vacation": False}, False),
    ],
    ids=["for nothing", "for vacations", "on hold"],
)
def test_clock_stands_still_for_a_reason(why: dict[str, Any], is_refused: bool) -> None:
    game = Game.objects.filter(pk=make_game().pk)
    assert refuses(game, **STANDING, **why) == is_refused


@pytest.mark.parametrize("reason", ["", "played", "late"])
def test_reason_of_a_mail_may_be(reason: str) -> None:
    notice = make_notice(NoticeKind.TEST)
    assert not refuses(Notice.objects.filter(pk=notice.pk), reason=reason)


def test_reason_of_a_mail_is_known() -> None:
    notice = make_notice(NoticeKind.TEST)
    assert refuses(Notice.objects.filter(pk=notice.pk), reason="mood")


def test_class_of_stopped_mails_is_known() -> None:
    stop = MailStop.objects.create(user=make_user(), mail_class=MailClass.TURNS)
    assert refuses(MailStop.objects.filter(pk=stop.pk), mail_class="all")


def test_level_that_failed_is_known() -> None:
    error = ComputerError.objects.create(
        game=make_game_against_computer(), version=0, level=Level.STRONG, exception="KeyError"
    )
    assert refuses(ComputerError.objects.filter(pk=error.pk), level="expert")


def test_game_decided_by_staff_may_have_no_winner() -> None:
    game = make_game()
    columns = {"status": "finished", "to_move": None, "ended_by": "staff", "ended_at": NOW}
    columns |= {"bank_at": None, "deadline_at": None, "remind_at": None}
    assert not refuses(Game.objects.filter(pk=game.pk), **columns)


def test_computer_owes_nothing_on_a_persons_turn() -> None:
    game = make_game_against_computer()
    assert refuses(Game.objects.filter(pk=game.pk), computer_due_at=NOW)


def test_computer_owes_its_turn() -> None:
    game = make_game_against_computer()
    play_any(game)
    assert refuses(Game.objects.filter(pk=game.pk), computer_due_at=None)


def test_public_id_is_unique() -> None:
    first, second = make_game(), make_game()
    assert refuses(Game.objects.filter(pk=first.pk), public_id=second.public_id)


def test_game_has_one_rematch() -> None:
    old, first, second = make_game(), make_game(), make_game()
    Game.objects.filter(pk=first.pk).update(rematch_of=old)
    assert refuses(Game.objects.filter(pk=second.pk), rematch_of=old)


@pytest.mark.parametrize("level", ["", "expert"])
def test_seat_without_occupant_is_refused(level: str) -> None:
    make_game()
    assert refuses(Seat.objects.filter(index=0), user=None, level=level)


def test_seat_with_two_occupants_is_refused() -> None:
    make_game()
    seat = Seat.objects.filter(index=0)
    assert refuses(seat, guest=make_guest().guest_id)
    assert refuses(seat, level=Level.STRONG)


def test_seats_differ() -> None:
    game = make_game()
    first, second = Seat.objects.filter(game=game).order_by("index")
    assert refuses(Seat.objects.filter(pk=first.pk), user=second.user)
    assert refuses(Seat.objects.filter(pk=first.pk), index=1)
    assert refuses(Seat.objects.filter(pk=first.pk), index=2)


def test_one_guest_cannot_hold_both_seats() -> None:
    guest = make_guest().guest_id
    game = make_game(make_guest(), make_guest())
    Seat.objects.filter(game=game, index=0).update(guest=guest)
    assert refuses(Seat.objects.filter(game=game, index=1), guest=guest)


def test_two_computers_are_refused() -> None:
    game = make_game_against_computer()
    assert refuses(Seat.objects.filter(game=game), user=None, level=Level.STRONG)


@pytest.mark.parametrize(
    "columns",
    [
        {"number": 0},
        {"dealer": 2},
        {"points_0": 30},
        {"points_0": 30, "points_1": 0},
        {"points_0": 30, "ended_at": NOW},
    ],
    ids=str,
)
def test_running_round_cannot_be(columns: dict[str, Any]) -> None:
    game = make_game()
    assert refuses(Round.objects.filter(game=game), **columns)


def test_round_number_is_unique_in_its_game() -> None:
    row = Round.objects.get(game=make_game())
    row.pk = None
    with pytest.raises(IntegrityError), transaction.atomic():
        row.save(force_insert=True)


@pytest.mark.parametrize(
    "columns",
    [
        {"seq": 0},
        {"seq": 2},
        {"seat": 2},
        {"card": ""},
        {"kind": "resign"},
        {"kind": "pass"},
        {"via": "magic"},
        {"basra": "plain", "took": ""},
        {"basra": "extra", "took": "2C"},
    ],
    ids=str,
)
def test_move_cannot_be(columns: dict[str, Any]) -> None:
    game = make_game()
    play_any(game)
    play_any(game)
    assert refuses(Move.objects.filter(game=game, seq=1), **columns)


def test_people_of_games_are_not_deleted() -> None:
    user = make_user()
    game = make_game()
    Seat.objects.filter(game=game, index=0).update(user=user)
    with pytest.raises(ProtectedError):
        user.delete()


def test_guests_of_games_are_not_deleted() -> None:
    make_game(make_guest(), Level.REGULAR)
    with pytest.raises(ProtectedError):
        Guest.objects.all().delete()


def test_player_is_one_person() -> None:
    with pytest.raises(ValueError, match="either"):
        Player()
    with pytest.raises(ValueError, match="either"):
        Player(user_id=1, guest_id=1)


def test_clock_can_be_stopped() -> None:
    moment = NOW - timedelta(days=3)
    with clock.stopped_at(moment):
        assert clock.now() == moment
    assert clock.now() > NOW
