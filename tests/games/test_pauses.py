"""When a mail waits: for the daily mail, after ten a day, while its reader is there."""

from datetime import timedelta

import pytest
from django.core import mail

from games import clock
from games.mail.delivery import deliver_due
from games.models import (
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
)
from games.services.errors import TooManyMails
from games.services.facts import Facts
from games.services.pauses import find_pause
from games.services.presence import note_visit_of_member
from games.services.trial_mail import ask_for_test
from tests.games.factories import play
from tests.games.letters import find_notice, make_due, make_every_kind, make_reader, see
from tests.games.owed_mails import (
    EVENING,
    HOUR,
    IN_CAIRO,
    MINUTE,
    MORNING,
    be_quiet,
    have_ten_mails,
    is_sent,
    outcome,
    owe_invited,
    owe_reminder,
    owe_turn,
    wish,
)

pytestmark = pytest.mark.django_db


# The daily mail.


def test_daily_mail_holds_turns_until_its_hour() -> None:
    reader = make_reader(**IN_CAIRO)
    wish(reader, turns="digest", digest_hour=8)
    with clock.stopped_at(EVENING):
        notice = owe_turn(reader)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.DIGEST, MORNING)


def test_daily_mail_tells_all_turns_by_one() -> None:
    reader = make_reader(**IN_CAIRO)
    wish(reader, turns="digest", digest_hour=8)
    with clock.stopped_at(EVENING):
        owed = [owe_turn(reader) for _ in range(3)]
        deliver_due()
        assert not mail.outbox
    with clock.stopped_at(MORNING):
        deliver_due()
    for notice in owed:
        notice.refresh_from_db()
    found = sorted((notice.state, notice.reason) for notice in owed)
    assert found == [("sent", ""), ("skipped", "told"), ("skipped", "told")]
    assert len(mail.outbox) == 1


def test_daily_mail_comes_again_the_next_day_to_who_has_not_come() -> None:
    reader = make_reader(**IN_CAIRO)
    wish(reader, turns="digest", digest_hour=8)
    with clock.stopped_at(EVENING):
        owe_turn(reader)
    with clock.stopped_at(MORNING):
        deliver_due()
        second = owe_turn(reader)
        deliver_due()
    with clock.stopped_at(MORNING + 24 * HOUR):
        deliver_due()
    second.refresh_from_db()
    assert second.state == NoticeState.SENT
    assert len(mail.outbox) == 2


def test_daily_mail_is_for_turns_only() -> None:
    reader = make_reader(**IN_CAIRO)
    wish(reader, turns="digest", digest_hour=8)
    with clock.stopped_at(EVENING):
        notice = owe_reminder(reader, NoticeKind.REMINDER, left=24 * HOUR)
        assert is_sent(notice)


def test_who_plays_before_the_daily_mail_gets_none() -> None:
    reader = make_reader(**IN_CAIRO)
    wish(reader, turns="digest", digest_hour=8)
    with clock.stopped_at(EVENING):
        notice = owe_turn(reader)
        assert notice.game is not None
        play(notice.game, "8S", "8H")
    with clock.stopped_at(MORNING):
        assert outcome(notice)[:2] == (NoticeState.SKIPPED, NoticeReason.PLAYED)


# Every turn.


def test_who_wants_every_turn_gets_every_turn() -> None:
    reader = make_reader()
    wish(reader, turns="every")
    assert all(is_sent(owe_turn(reader)) for _ in range(3))
    assert len(mail.outbox) == 3


# Ten a day.


def test_eleventh_mail_in_a_day_waits_until_the_first_is_a_day_old() -> None:
    reader = make_reader()
    wish(reader, turns="every")
    for minute in range(10):
        with clock.stopped_at(EVENING + minute * MINUTE):
            assert is_sent(owe_turn(reader))
    with clock.stopped_at(EVENING + HOUR):
        notice = owe_turn(reader)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.CAP, EVENING + 24 * HOUR)
    with clock.stopped_at(EVENING + 24 * HOUR):
        assert is_sent(notice)


@pytest.mark.parametrize(
    ("kind", "state"),
    [
        (NoticeKind.LAST_REMINDER, NoticeState.SENT),
        (NoticeKind.REMINDER, NoticeState.HELD),
    ],
)
def test_last_reminders_are_apart_from_the_ten(kind: NoticeKind, state: NoticeState) -> None:
    reader = make_reader()
    have_ten_mails(reader)
    notice = owe_reminder(reader, kind, left=4 * HOUR)
    assert outcome(notice)[0] == state


def test_results_do_not_count_among_the_ten() -> None:
    reader = make_reader()
    have_ten_mails(reader, NoticeKind.GAME_OVER)
    assert is_sent(owe_turn(reader))


def test_results_are_apart_from_the_ten() -> None:
    results = [notice for notice in make_every_kind().values() if notice.mail_class == "results"]
    assert {notice.kind for notice in results} == {"over", "round", "time"}
    for notice in results:
        have_ten_mails(notice.reader)
        assert is_sent(notice)


@pytest.mark.parametrize("name", ["hold", "test"])
def test_acts_of_the_staff_and_tests_wait_as_the_rest(name: str) -> None:
    notice = make_every_kind()[name]
    have_ten_mails(notice.reader)
    assert outcome(notice)[:2] == (NoticeState.HELD, NoticeReason.CAP)


@pytest.mark.parametrize("kind", [NoticeKind.STAFF, NoticeKind.TEST])
def test_acts_of_the_staff_and_tests_are_among_the_ten(kind: NoticeKind) -> None:
    reader = make_reader()
    have_ten_mails(reader, kind)
    assert outcome(owe_turn(reader))[:2] == (NoticeState.HELD, NoticeReason.CAP)


def test_fourth_invitation_in_a_day_waits_until_the_first_is_a_day_old() -> None:
    reader = make_reader()
    for minute in range(3):
        with clock.stopped_at(EVENING + minute * MINUTE):
            assert is_sent(owe_invited(reader))
    with clock.stopped_at(EVENING + HOUR):
        notice = owe_invited(reader)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.CAP, EVENING + 24 * HOUR)
    with clock.stopped_at(EVENING + 24 * HOUR):
        assert is_sent(notice)


def test_strangers_who_invite_do_not_silence_turns_and_reminders() -> None:
    reader = make_reader()
    wish(reader, turns="every")
    sent = [is_sent(owe_invited(reader)) for _ in range(12)]
    assert sum(sent) == 3
    assert all(is_sent(owe_turn(reader)) for _ in range(6))
    assert is_sent(owe_reminder(reader, NoticeKind.REMINDER, left=24 * HOUR))


def test_invitations_are_among_the_ten() -> None:
    reader = make_reader()
    have_ten_mails(reader)
    assert outcome(owe_invited(reader))[:2] == (NoticeState.HELD, NoticeReason.CAP)


def test_eleventh_mail_as_a_test_is_refused_at_once() -> None:
    reader = make_reader()
    have_ten_mails(reader)
    with pytest.raises(TooManyMails):
        ask_for_test(reader)
    assert not Notice.objects.filter(kind=NoticeKind.TEST).exists()


def test_tenth_mail_that_another_worker_has_begun_counts() -> None:
    reader = make_reader()
    wish(reader, turns="every")
    have_ten_mails(reader)
    Notice.objects.filter(state=NoticeState.SENT).first().delete()
    begun, notice = owe_turn(reader), owe_turn(reader)
    Notice.objects.filter(pk=begun.pk).update(
        state=NoticeState.CLAIMED, due_at=clock.now() + MINUTE, address="reader@example.com"
    )
    assert outcome(notice)[0] == NoticeState.PENDING
    Notice.objects.filter(pk=begun.pk).update(state=NoticeState.PENDING, address="")
    assert is_sent(make_due(notice))


# Who is there.


def test_mail_is_put_off_while_its_reader_is_there_for_six_hours_at_most() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        notice = owe_turn(reader)
    for minute in (0, 30, 120, 240, 359):
        now = EVENING + minute * MINUTE
        see(reader, now)
        with clock.stopped_at(now):
            assert outcome(notice)[:2] == (NoticeState.HELD, NoticeReason.PRESENT)
    see(reader, EVENING + 6 * HOUR)
    with clock.stopped_at(EVENING + 6 * HOUR):
        assert is_sent(notice)


def test_mail_goes_out_once_its_reader_has_left() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        see(reader, EVENING)
        notice = owe_turn(reader)
        left_at = outcome(notice)[2]
    assert left_at is not None
    with clock.stopped_at(left_at):
        assert is_sent(notice)


def test_who_has_acted_two_minutes_ago_is_there_though_visits_are_noted_once_a_minute() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        note_visit_of_member(reader.user_id or 0, seen_at=None)
        notice = owe_turn(reader)
    with clock.stopped_at(EVENING + timedelta(seconds=59)):
        note_visit_of_member(reader.user_id or 0, seen_at=EVENING)
    with clock.stopped_at(EVENING + timedelta(seconds=59 + 119)):
        assert outcome(notice)[:2] == (NoticeState.HELD, NoticeReason.PRESENT)


def test_presence_of_long_ago_holds_nothing() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        see(reader, EVENING - 3 * MINUTE)
        assert is_sent(owe_turn(reader))


def test_last_reminder_comes_while_its_reader_is_there() -> None:
    reader = make_reader()
    with clock.stopped_at(EVENING):
        see(reader, EVENING)
        assert is_sent(owe_reminder(reader, NoticeKind.LAST_REMINDER, left=4 * HOUR))


def test_test_mail_comes_while_its_reader_is_there_and_wants_quiet() -> None:
    reader = make_reader(**IN_CAIRO)
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        see(reader, EVENING)
        ask_for_test(reader)
        assert (
            find_pause(find_notice(NoticeKind.TEST), Facts([find_notice(NoticeKind.TEST)])) is None
        )
