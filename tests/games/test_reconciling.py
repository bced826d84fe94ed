"""What is owed and missing is found again, and nothing else."""

import random
from collections.abc import Callable
from datetime import datetime, timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core import mail
from django.utils import timezone

from games import clock
from games.mail.delivery import deliver_due
from games.models import Game, Guest, Notice, NoticeKind, NoticeState, Player, Sweep
from games.services import outages, reconciling, staff
from games.services.answers import accept, decline
from games.services.gifts import give_time_by_staff
from games.services.reconciling import WINDOW, reconcile
from games.services.resign import resign
from games.services.sweeping import sweep_clocks
from games.services.vacations import begin_vacation, end_vacation
from tests.games.factories import (
    make_game,
    make_game_against_computer,
    make_guest,
    play,
    play_any,
    play_turns,
)
from tests.games.letters import invite, make_reader, start_game
from tests.games.queries_sent import count_queries

pytestmark = pytest.mark.django_db

CURRENT = (
    "turn",
    "first turn",
    "round",
    "over",
    "lost on time",
    "called off by the clock",
    "hold",
    "release",
    "decided",
    "aborted",
    "invited",
    "by address",
    "rematch",
    "accepted",
)
"""What follows from how things are; the others were a moment's."""


@pytest.mark.parametrize("kind", CURRENT)
def test_notice_that_was_lost_is_owed_again(kind: str, every_kind: dict[str, Notice]) -> None:
    lost = every_kind[kind]
    Notice.objects.filter(pk=lost.pk).delete()
    found = reconcile()
    assert found[NoticeKind(lost.kind)] >= 1
    assert Notice.objects.get(key=lost.key).state == NoticeState.PENDING


@pytest.fixture
def whole(every_kind: dict[str, Notice]) -> None:
    """Everything that is owed has been written; what the samples left out comes now."""
    reconcile()


def test_whole_books_are_left_alone(whole: None) -> None:
    before = Notice.objects.count()
    assert not reconcile()
    assert Notice.objects.count() == before


@pytest.mark.parametrize("seed", range(5))
def test_random_rows_that_were_lost_are_owed_again(
    seed: int, every_kind: dict[str, Notice], whole: None
) -> None:
    keys = sorted(every_kind[kind].key for kind in CURRENT)
    lost = set(random.Random(seed).sample(keys, 6))
    Notice.objects.filter(key__in=lost).delete()
    reconcile()
    assert Notice.objects.filter(key__in=lost, state=NoticeState.PENDING).count() == len(lost)
    assert not reconcile()


def test_nothing_is_sent_twice(whole: None) -> None:
    with clock.stopped_at(timezone.now() + timedelta(minutes=5)):
        deliver_due()
        before = len(mail.outbox)
        assert before
        assert not reconcile()
        deliver_due()
    assert len(mail.outbox) == before


@pytest.mark.parametrize("state", [NoticeState.SENT, NoticeState.SKIPPED, NoticeState.PARKED])
def test_notice_that_is_done_is_not_owed_again(state: NoticeState) -> None:
    game = start_game()
    play(game, "6C", "6D 4S 2H")
    game.notices.update(state=state, reason="played", due_at=None, done_at=timezone.now())
    assert not reconcile()


# Who is owed nothing.


def owe_nothing(game: Game) -> None:
    """Whatever was owed is lost, and none of it is owed by now."""
    Notice.objects.filter(game=game).delete()
    assert not reconcile()


def test_guest_without_an_address_is_owed_nothing() -> None:
    game = start_game(make_reader(), make_guest())
    play(game, "6C", "6D 4S 2H")
    owe_nothing(game)


def test_guest_with_an_address_is_owed_the_turn() -> None:
    guest = make_guest()
    game = start_game(make_reader(), guest)
    play(game, "6C", "6D 4S 2H")
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com")
    assert reconcile() == {NoticeKind.TURN: 1}


def test_game_on_hold_owes_no_turn() -> None:
    game = start_game()
    play(game, "6C", "6D 4S 2H")
    staff.hold_game(game.pk)
    Notice.objects.filter(game=game).delete()
    assert reconcile() == {NoticeKind.STAFF: 2}


def test_who_has_resigned_is_owed_no_result() -> None:
    game = start_game()
    resign(game_id=game.pk, seat=0, version=0)
    Notice.objects.filter(game=game).delete()
    assert reconcile() == {NoticeKind.GAME_OVER: 1}
    assert game.notices.get().user_id == game.seats.get(index=1).user_id


def test_whose_own_play_led_back_to_them_is_owed_nothing() -> None:
    """The house has played the other side's last card: the same person leads the next deal."""
    game = make_game(make_reader(), make_reader(), target=1000)
    for _ in range(300):
        play_any(game)
        game.refresh_from_db()
        owed = set(Notice.objects.filter(game=game, seq=game.version).values_list("kind", "user"))
        Notice.objects.filter(game=game).delete()
        reconcile()
        again = Notice.objects.filter(game=game, seq=game.version).values_list("kind", "user")
        assert set(again) == owed
        if game.round_number > 2 or not game.is_running:
            break


@pytest.mark.parametrize(("absence", "count"), [(5, 0), (20, 1)])
def test_who_was_at_the_computers_table_lately_is_owed_nothing(absence: int, count: int) -> None:
    reader = make_reader()
    game = make_game_against_computer(reader)
    play_turns(game, 2)
    game.refresh_from_db()
    seen_at = game.last_play_at - timedelta(minutes=absence)
    get_user_model().objects.filter(pk=reader.key).update(last_seen_at=seen_at)
    Notice.objects.filter(game=game).delete()
    assert reconcile()[NoticeKind.TURN] == count


def test_answered_invitation_is_owed_to_nobody() -> None:
    invitee = make_reader()
    invitation = invite(make_reader(), invitee)
    decline(invitation.token, invitee)
    invitation.notices.all().delete()
    assert not reconcile()


def test_who_has_seen_the_new_game_is_not_told_of_it() -> None:
    inviter, invitee = make_reader(), make_reader()
    game = accept(invite(inviter, invitee).token, invitee)
    Notice.objects.filter(kind=NoticeKind.ACCEPTED, game=game).delete()
    game.seats.filter(user=inviter.user_id).update(seen_version=0)
    assert not reconcile()


def test_what_is_long_past_is_told_by_nobody() -> None:
    game = start_game()
    resign(game_id=game.pk, seat=0, version=0)
    Notice.objects.filter(game=game).delete()
    with clock.stopped_at(timezone.now() + WINDOW + timedelta(minutes=1)):
        assert not reconcile()


def test_item_that_cannot_be_restored_stops_neither_the_rest_nor_the_sweep(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    broken, game = start_game(), start_game()
    for each in (broken, game):
        play(each, "6C", "6D 4S 2H")
    Notice.objects.filter(game__in=[broken, game]).delete()
    owe_once = reconciling.owe_once

    def owe(kind: NoticeKind, readers: list[Player], *, game: Game) -> None:
        if game == broken:
            raise ValueError
        owe_once(kind, readers, game=game)

    monkeypatch.setattr(reconciling, "owe_once", owe)
    assert reconcile() == {NoticeKind.TURN: 1}
    assert Notice.objects.get(game__in=[broken, game]).game == game
    assert Sweep.objects.filter(name=reconciling.SWEEP).exists()


# Reminders.


def test_last_reminder_that_was_lost_is_due_again() -> None:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    game.refresh_from_db()
    assert game.bank_at is not None
    with clock.stopped_at(game.bank_at - timedelta(minutes=90)):
        sweep_clocks()
        lost = Notice.objects.filter(game=game, kind=NoticeKind.LAST_REMINDER)
        assert lost.delete()[0] == 1
        assert reconcile()[NoticeKind.LAST_REMINDER] == 1
        sweep_clocks()
        assert lost.count() == 1
        assert not reconcile()[NoticeKind.LAST_REMINDER]


def test_reminder_that_is_still_to_come_is_left_alone() -> None:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    game.refresh_from_db()
    remind_at = game.remind_at
    reconcile()
    game.refresh_from_db()
    assert game.remind_at == remind_at


def lose_half(game: Game) -> datetime:
    """A quarter of the turn is left, and the reminder at its half has no row any more."""
    game.refresh_from_db()
    assert game.bank_at is not None
    moment = game.bank_at - timedelta(hours=12)
    with clock.stopped_at(game.bank_at - timedelta(hours=24)):
        sweep_clocks()
    with clock.stopped_at(moment):
        outages.record_sweep()
    Notice.objects.filter(game=game, kind=NoticeKind.REMINDER).delete()
    return moment


def test_reminder_that_was_lost_is_due_again_and_the_last_one_after_it() -> None:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    with clock.stopped_at(lose_half(game)):
        remind_at = Game.objects.get(pk=game.pk).remind_at
        assert reconcile()[NoticeKind.REMINDER] == 1
        sweep_clocks()
        assert Notice.objects.filter(game=game, kind=NoticeKind.REMINDER).count() == 1
        assert Game.objects.get(pk=game.pk).remind_at == remind_at
        assert not reconcile()[NoticeKind.REMINDER]


def give_an_hour(game: Game, at: datetime) -> None:
    with clock.stopped_at(at):
        give_time_by_staff(game.pk, 1)


def be_away(game: Game, at: datetime) -> None:
    user_id = game.seats.get(index=1).user_id or 0
    with clock.stopped_at(at):
        begin_vacation(user_id, until=None)
    with clock.stopped_at(at + timedelta(hours=1)):
        end_vacation(user_id)


def be_on_hold(game: Game, at: datetime) -> None:
    with clock.stopped_at(at):
        staff.hold_game(game.pk)
    with clock.stopped_at(at + timedelta(hours=1)):
        staff.release_game(game.pk)


def be_out(_game: Game, at: datetime) -> None:
    Sweep.objects.filter(name=outages.SWEEP).update(last_run_at=at)
    with clock.stopped_at(at + timedelta(hours=1)):
        outages.credit()


@pytest.mark.parametrize("delay", [give_an_hour, be_away, be_on_hold, be_out])
def test_clock_that_was_changed_after_its_half_owes_no_reminder_of_it(
    delay: Callable[[Game, datetime], None],
) -> None:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    moment = lose_half(game)
    delay(game, moment - timedelta(hours=2))
    with clock.stopped_at(moment):
        assert not reconcile()[NoticeKind.REMINDER]


# What it costs.


def test_cost_does_not_grow_with_games_that_miss_nothing() -> None:
    def cost() -> int:
        with count_queries() as sent:
            assert not reconcile()
        return len(sent)

    reconcile()
    few = cost()
    reader = make_reader()
    for _ in range(10):
        play(start_game(make_reader(), reader), "6C", "6D 4S 2H")
        invite(make_reader(), reader)
    assert cost() == few
