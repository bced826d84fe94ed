"""Reminders: at most two of a deadline, none of it twice, new ones of a new one."""

from datetime import datetime, timedelta

import pytest

from games import clock
from games.models import Game, Guest, Notice, NoticeKind, Pace
from games.services.gifts import give_time
from games.services.reminders import remind_due
from games.services.staff import hold_game, release_game
from tests.games.factories import make_game, make_guest, make_member, play_any, play_turns
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

HALF = timedelta(hours=24)
LAST = timedelta(hours=43.2)
MINUTE = timedelta(minutes=1)


@pytest.fixture
def game(db: None) -> Game:
    """At two days a turn: 24 and 4.8 hours before it is gone."""
    game = play_turns(make_game(), 2)
    assert game.pace == Pace.TWO_DAYS
    return game


def remind_at(moment: datetime) -> int:
    with clock.stopped_at(moment):
        return remind_due()


def list_kinds(game: Game) -> list[str]:
    kinds = (NoticeKind.REMINDER, NoticeKind.LAST_REMINDER)
    reminders = Notice.objects.filter(game=game, kind__in=kinds).order_by("created_at")
    return list(reminders.values_list("kind", flat=True))


def test_both_reminders_come_in_time(game: Game) -> None:
    begun = game.last_play_at
    assert remind_at(begun + HALF - MINUTE) == 0
    assert remind_at(begun + HALF) == 1
    assert remind_at(begun + LAST - MINUTE) == 0
    assert remind_at(begun + LAST) == 1
    assert list_kinds(game) == [NoticeKind.REMINDER, NoticeKind.LAST_REMINDER]


def test_no_reminder_of_the_same_deadline_comes_twice(game: Game) -> None:
    for minutes in range(0, 48 * 60, 30):
        remind_at(game.last_play_at + timedelta(minutes=minutes))
    assert list_kinds(game) == [NoticeKind.REMINDER, NoticeKind.LAST_REMINDER]


def test_late_sweep_owes_the_last_one_only(game: Game) -> None:
    assert remind_at(game.last_play_at + LAST + MINUTE) == 1
    assert list_kinds(game) == [NoticeKind.LAST_REMINDER]


def test_reminder_names_its_deadline_and_the_one_to_move(game: Game) -> None:
    remind_at(game.last_play_at + HALF)
    reminder = Notice.objects.get(kind=NoticeKind.REMINDER)
    assert reminder.deadline_at == game.deadline_at
    assert reminder.user_id == game.seats.get(index=game.to_move).user_id


def test_play_before_the_reminder_ends_it(game: Game) -> None:
    begun = game.last_play_at
    with clock.stopped_at(begun + HALF - MINUTE):
        play_any(game)
    assert remind_at(begun + HALF + MINUTE) == 0


def test_moved_deadline_is_reminded_of_anew(game: Game) -> None:
    begun = game.last_play_at
    remind_at(begun + LAST)
    waiter = 1 - (game.to_move or 0)
    with clock.stopped_at(begun + LAST + MINUTE):
        give_time(game_id=game.pk, seat=waiter, version=game.version)
    remind_at(begun + LAST + timedelta(hours=23))
    assert remind_at(begun + LAST + timedelta(hours=24)) == 1
    assert list_kinds(game)[-1] == NoticeKind.LAST_REMINDER
    assert len(set(Notice.objects.exclude(deadline_at=None).values_list("deadline_at"))) == 2


def test_release_near_the_end_reminds_at_once(game: Game) -> None:
    end = game.last_play_at + timedelta(hours=47)
    remind_at(end - MINUTE)
    with clock.stopped_at(end):
        hold_game(game.pk)
    assert remind_at(end + MINUTE) == 0
    with clock.stopped_at(end + timedelta(days=3)):
        release_game(game.pk)
    assert remind_at(end + timedelta(days=3)) == 1
    assert list_kinds(game) == [NoticeKind.LAST_REMINDER] * 2


def test_guest_without_an_address_is_passed_over_once() -> None:
    game = play_turns(make_game(make_guest(), make_guest()), 2)
    assert remind_at(game.last_play_at + HALF) == 1
    assert remind_at(game.last_play_at + HALF) == 0
    assert list_kinds(game) == []


def test_guest_with_an_address_is_reminded() -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.guest_id).update(email="guest@example.com")
    game = make_game(guest, make_member())
    while game.to_move != 0:
        play_any(game)
        game.refresh_from_db()
    remind_at(game.last_play_at + HALF)
    assert Notice.objects.get(kind=NoticeKind.REMINDER).guest_id == guest.guest_id


def test_game_of_which_nobody_can_be_reminded_keeps_no_other_waiting(
    game: Game, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    other_game = play_turns(make_game(), 2)
    owe = "games.services.reminders.notices.owe_reminder"

    def fail_once(owed: Game, kind: NoticeKind) -> None:
        if owed.pk == game.pk:
            raise ValueError("a hidden card")

    monkeypatch.setattr(owe, fail_once)
    assert remind_at(other_game.last_play_at + HALF) == 1
    assert caplog.messages == [f"Nobody was reminded of game {game.pk} (ValueError)."]


def test_nothing_due_is_one_query(game: Game) -> None:
    with count_queries() as sent:
        remind_due()
    assert len(sent) == 1
