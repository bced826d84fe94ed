"""Why mails of clocks, rounds and vacations are not sent any more."""

import pytest
from django.core import mail

from games import clock
from games.engine.pair import as_seat, other
from games.mail.delivery import deliver, deliver_due
from games.models import (
    Block,
    Game,
    GameStatus,
    MailClass,
    MailStop,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
)
from games.services import notices, staff
from games.services.presence import note_seen
from games.services.resign import resign
from games.services.vacations import begin_vacation, end_vacation
from tests.games.factories import make_game, make_game_against_computer, play, play_any
from tests.games.letters import find_notice, invite, make_due, make_reader, see
from tests.games.owed_mails import EVENING, HOUR, MINUTE, owe_reminder, owe_turn

pytestmark = pytest.mark.django_db

REMINDERS = [NoticeKind.REMINDER, NoticeKind.LAST_REMINDER]
SKIPPED = NoticeState.SKIPPED


def outcome(notice: Notice) -> tuple[str, str]:
    deliver(notice.pk)
    notice.refresh_from_db()
    return notice.state, notice.reason


def remind(kind: NoticeKind) -> tuple[Game, Notice]:
    notice = owe_reminder(make_reader(), kind, left=20 * HOUR)
    assert notice.game is not None
    return notice.game, notice


# Reminders.


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_of_who_has_played_is_not_sent(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    play(game, "8S", "8H")
    assert outcome(notice) == (SKIPPED, NoticeReason.PLAYED)


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_of_a_deadline_that_has_moved_is_not_sent(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    later = clock.now() + 99 * HOUR
    Game.objects.filter(pk=game.pk).update(deadline_at=later)
    assert outcome(notice) == (SKIPPED, NoticeReason.MOVED)


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_is_sent_to_who_has_only_seen_the_table(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    note_seen(game.seats.get(index=1).pk, game.version)
    assert outcome(notice) == (NoticeState.SENT, "")


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_is_sent_to_who_has_had_a_turn_mail(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    outcome(make_due(find_notice(NoticeKind.TURN, game=game)))
    assert outcome(notice) == (NoticeState.SENT, "")
    assert len(mail.outbox) == 2


def test_reminder_after_the_last_one_is_not_sent() -> None:
    game, first = remind(NoticeKind.REMINDER)
    notices.owe_reminder(game, NoticeKind.LAST_REMINDER)
    outcome(find_notice(NoticeKind.LAST_REMINDER, game=game))
    assert outcome(first) == (SKIPPED, NoticeReason.TOLD)


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_is_sent_to_the_last_minute(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at - MINUTE):
        assert outcome(notice) == (NoticeState.SENT, "")


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_of_a_deadline_that_is_over_is_not_sent(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    assert game.deadline_at is not None
    with clock.stopped_at(game.deadline_at):
        assert outcome(notice) == (SKIPPED, NoticeReason.LATE)


@pytest.mark.parametrize(
    ("kind", "found"),
    [
        (NoticeKind.REMINDER, (SKIPPED, NoticeReason.LATE)),
        (NoticeKind.LAST_REMINDER, (NoticeState.SENT, "")),
    ],
)
def test_once_the_bank_runs_only_the_last_reminder_is_sent(
    kind: NoticeKind, found: tuple[str, str]
) -> None:
    game, notice = remind(kind)
    assert game.bank_at is not None
    Game.objects.filter(pk=game.pk).update(bank_at=clock.now())
    assert outcome(notice) == found


def test_same_deadline_is_never_reminded_of_twice() -> None:
    game, _notice = remind(NoticeKind.LAST_REMINDER)
    notices.owe_reminder(game, NoticeKind.LAST_REMINDER)
    assert Notice.objects.filter(kind=NoticeKind.LAST_REMINDER).count() == 1


def test_moved_deadline_is_reminded_of_anew() -> None:
    game, _notice = remind(NoticeKind.LAST_REMINDER)
    game.deadline_at = clock.now() + 99 * HOUR
    game.save()
    notices.owe_reminder(game, NoticeKind.LAST_REMINDER)
    assert Notice.objects.filter(kind=NoticeKind.LAST_REMINDER).count() == 2


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_of_a_game_on_hold_is_not_sent(kind: NoticeKind) -> None:
    game, notice = remind(kind)
    staff.hold_game(game.pk)
    assert outcome(notice) == (SKIPPED, NoticeReason.ON_HOLD)


@pytest.mark.parametrize("kind", REMINDERS)
def test_reminder_can_be_stopped(kind: NoticeKind) -> None:
    _game, notice = remind(kind)
    MailStop.objects.create(user=notice.user, mail_class=MailClass.REMINDERS)
    assert outcome(notice) == (SKIPPED, NoticeReason.STOPPED)


# Vacations.


def test_turn_mail_does_not_follow_on_vacation() -> None:
    reader = make_reader()
    notice = owe_turn(reader)
    begin_vacation(reader.key, until=None)
    assert outcome(notice) == (SKIPPED, NoticeReason.AWAY)


def test_turn_in_a_game_that_stops_for_no_vacation_is_told() -> None:
    reader = make_reader()
    notice = owe_turn(reader)
    Game.objects.update(stops_for_vacation=False)
    begin_vacation(reader.key, until=None)
    assert outcome(notice) == (NoticeState.SENT, "")


def test_vacation_of_the_other_side_stops_no_mail() -> None:
    reader = make_reader()
    notice = owe_turn(reader)
    assert notice.game is not None
    begin_vacation(notice.game.seats.get(index=0).user_id or 0, until=None)
    assert outcome(notice) == (NoticeState.SENT, "")


def owe_away(reader: Player) -> Notice:
    notices.owe_away(begin_vacation(reader.key, until=None))
    return find_notice(NoticeKind.AWAY)


def test_vacation_that_began_by_itself_is_told() -> None:
    assert outcome(owe_away(make_reader())) == (NoticeState.SENT, "")


def test_vacation_that_was_seen_on_the_site_is_not_told() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        notice = owe_away(reader)
    see(reader, EVENING + MINUTE)
    with clock.stopped_at(EVENING + HOUR):
        assert outcome(notice) == (SKIPPED, NoticeReason.SEEN)


def test_end_of_a_vacation_that_has_ended_is_not_told() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        notices.owe_back(begin_vacation(reader.key, until=EVENING + 99 * HOUR))
    with clock.stopped_at(EVENING + HOUR):
        end_vacation(reader.key)
        assert outcome(find_notice(NoticeKind.BACK)) == (SKIPPED, NoticeReason.MOVED)


# Blocks.


def test_invitation_across_a_block_is_not_sent() -> None:
    inviter, invitee = make_reader(), make_reader()
    notice = invite(inviter, invitee).notices.get()
    Block.objects.create(blocker_id=invitee.key, blocked_id=inviter.key)
    assert outcome(notice) == (SKIPPED, NoticeReason.BLOCKED)


# Games against the computer.


def test_turn_against_the_computer_waits_for_nobody_who_was_here_lately() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        game = make_game_against_computer(reader)
        notices.owe_turn(game)
    see(reader, EVENING + MINUTE)
    with clock.stopped_at(EVENING + 10 * MINUTE):
        notice = find_notice(NoticeKind.TURN, game=game)
        assert outcome(notice) == (SKIPPED, NoticeReason.PRESENT)


def owe_idle() -> tuple[Game, Notice]:
    game = make_game_against_computer(make_reader())
    notices.owe_idle(game)
    return game, find_notice(NoticeKind.IDLE)


def test_warning_of_an_idle_game_is_sent_once() -> None:
    game, notice = owe_idle()
    notices.owe_idle(game)
    assert Notice.objects.filter(kind=NoticeKind.IDLE).count() == 1
    assert outcome(notice) == (NoticeState.SENT, "")


def test_warning_of_an_idle_game_in_which_somebody_played_is_not_sent() -> None:
    game, notice = owe_idle()
    play_any(game)
    assert outcome(notice) == (SKIPPED, NoticeReason.PLAYED)


# Rounds.


def play_a_round() -> tuple[Game, int]:
    """A game in its second round, and who made the last choice of the first."""
    game, actor = make_game(make_reader(), make_reader(), target=1000), 0
    while game.round_number == 1:
        actor = game.to_move or 0
        play_any(game)
        game.refresh_from_db()
    return game, actor


def test_end_of_a_round_is_owed_to_the_other_side() -> None:
    game, actor = play_a_round()
    reader = game.notices.get(kind=NoticeKind.ROUND_OVER, seq=game.version).reader
    assert game.seats.get(**reader.columns).index == 1 - actor


def owe_bill(*, leads: bool) -> tuple[Game, Notice]:
    """To the one who leads the next round, and so is told of a turn as well, or to the other."""
    game, _actor = play_a_round()
    game.notices.all().delete()
    leader = as_seat(game.to_move or 0)
    notices.owe_round_over(game, to=leader if leads else other(leader))
    if leads:
        notices.owe_turn(game)
    return game, make_due(find_notice(NoticeKind.ROUND_OVER, game=game))


def test_bill_is_sent_to_who_does_not_lead_the_next_round() -> None:
    assert outcome(owe_bill(leads=False)[1]) == (NoticeState.SENT, "")


def test_who_has_the_bill_is_not_told_of_the_turn_as_well() -> None:
    game, _bill = owe_bill(leads=True)
    with clock.stopped_at(clock.now() + HOUR):
        deliver_due()
        deliver_due()
    owed = game.notices.order_by("pk")
    found = [(notice.kind, notice.state, notice.reason) for notice in owed]
    assert found == [("round", "sent", ""), ("turn", "skipped", "told")]


def test_turn_waits_while_the_bill_is_on_its_way() -> None:
    game, _bill = owe_bill(leads=True)
    assert outcome(make_due(find_notice(NoticeKind.TURN, game=game)))[0] == NoticeState.PENDING


def test_who_wants_no_bills_is_told_of_the_turn() -> None:
    game, bill = owe_bill(leads=True)
    MailStop.objects.create(mail_class=MailClass.RESULTS, **bill.reader.columns)
    with clock.stopped_at(clock.now() + HOUR):
        deliver_due()
    assert find_notice(NoticeKind.TURN, game=game).state == NoticeState.SENT


def test_bill_of_a_round_after_the_game_is_not_sent() -> None:
    game, bill = owe_bill(leads=False)
    resign(game_id=game.pk, seat=game.to_move or 0, version=game.version)
    assert outcome(bill) == (SKIPPED, NoticeReason.GAME_OVER)


def test_bill_of_a_round_that_was_seen_is_not_sent() -> None:
    game, bill = owe_bill(leads=False)
    note_seen(game.seats.get(**bill.reader.columns).pk, game.version)
    assert outcome(bill) == (SKIPPED, NoticeReason.SEEN)


def test_last_round_owes_the_result_only() -> None:
    game = make_game(make_reader(), make_reader(), target=0)
    while game.is_running:
        play_any(game)
        game.refresh_from_db()
    assert game.status == GameStatus.FINISHED
    assert not game.notices.filter(kind=NoticeKind.ROUND_OVER).exists()
