"""Quiet hours: when a mail waits, and which does not."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.contrib.auth import get_user_model
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from games.models import (
    Guest,
    MailSettings,
    Notice,
    NoticeKind,
    NoticeReason,
    NoticeState,
    Player,
)
from games.services.facts import Facts
from games.services.pauses import find_pause
from tests.games.factories import make_guest, play
from tests.games.letters import make_every_kind, make_reader
from tests.games.owed_mails import (
    EVENING,
    HOUR,
    IN_CAIRO,
    MORNING,
    be_quiet,
    is_sent,
    outcome,
    owe_reminder,
    owe_turn,
)
from tests.games.test_local_hours import ZONES, moments

pytestmark = pytest.mark.django_db


def test_quiet_hours_hold_a_mail_until_they_end() -> None:
    reader = make_reader(**IN_CAIRO)
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        notice = owe_turn(reader)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.QUIET, MORNING)
    with clock.stopped_at(MORNING):
        assert is_sent(notice)


def test_quiet_hours_are_by_the_clock_of_the_reader() -> None:
    reader = make_reader(time_zone="America/Santiago")  # 18:30 there
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        assert is_sent(owe_turn(reader))


def test_quiet_hours_of_a_guest_are_by_the_clock_of_the_browser() -> None:
    guest = make_guest()
    Guest.objects.filter(pk=guest.key).update(email="guest@example.com", **IN_CAIRO)
    be_quiet(guest)
    with clock.stopped_at(EVENING):
        assert outcome(owe_turn(guest)) == (NoticeState.HELD, NoticeReason.QUIET, MORNING)


def test_nobody_is_quiet_without_having_chosen_it() -> None:
    with clock.stopped_at(EVENING):
        assert is_sent(owe_turn(make_reader(**IN_CAIRO)))


def test_what_is_played_in_the_quiet_is_not_sent_after_it() -> None:
    reader = make_reader(**IN_CAIRO)
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        notice = owe_turn(reader)
        outcome(notice)
        assert notice.game is not None
        play(notice.game, "8S", "8H")
    with clock.stopped_at(MORNING):
        assert outcome(notice)[:2] == (NoticeState.SKIPPED, NoticeReason.PLAYED)


def test_quiet_holds_everything_but_last_reminders_and_what_is_nobodys_or_asked_for() -> None:
    with clock.stopped_at(EVENING):
        owed = make_every_kind()
        people = get_user_model().objects
        people.update(**IN_CAIRO)
        for user_id in people.values_list("pk", flat=True):
            be_quiet(Player(user_id=user_id))
        loud = {name for name, notice in owed.items() if find_reason_to_hold(notice) is None}
    assert loud == {"last reminder", "test", "by address"}


def test_quiet_hours_hold_what_the_staff_did() -> None:
    with clock.stopped_at(EVENING):
        notice = make_every_kind()["hold"]
        be_quiet(notice.reader)
        get_user_model().objects.filter(pk=notice.user_id).update(**IN_CAIRO)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.QUIET, MORNING)


def find_reason_to_hold(notice: Notice) -> str | None:
    notice = Notice.objects.select_related("user", "guest", "game", "invitation").get(pk=notice.pk)
    pause = find_pause(notice, Facts([notice]))
    return pause.reason if pause else None


@pytest.mark.parametrize("left", [24 * HOUR, 5 * HOUR])
def test_first_reminder_waits_for_the_morning(left: timedelta) -> None:
    reader = make_reader(**IN_CAIRO)
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        notice = owe_reminder(reader, NoticeKind.REMINDER, left=left)
        assert outcome(notice) == (NoticeState.HELD, NoticeReason.QUIET, MORNING)


def test_last_reminder_comes_in_the_quiet() -> None:
    reader = make_reader(**IN_CAIRO)
    be_quiet(reader)
    with clock.stopped_at(EVENING):
        notice = owe_reminder(reader, NoticeKind.LAST_REMINDER, left=60 * HOUR)
        assert is_sent(notice)


@given(moments, st.integers(0, 23), st.integers(1, 23), st.sampled_from(ZONES))
def test_no_mail_goes_out_in_the_quiet_nor_waits_beyond_it(
    moment: datetime, first: int, length: int, zone: str
) -> None:
    last = (first + length) % 24
    notice = Notice(kind=NoticeKind.TURN, user=get_user_model()(pk=1, time_zone=zone), user_id=1)
    with clock.stopped_at(moment):
        notice.created_at = moment
        facts = Facts([notice])
        facts.__dict__ |= {
            "addresses": {1: "salma@example.com"},
            "settings": {Player(user_id=1): MailSettings(quiet_from=first, quiet_until=last)},
            "claimed": {},
            "bills_to_come": set(),
            "_sent_lately": {},
        }
        pause = find_pause(notice, facts)
    local = moment.astimezone(ZoneInfo(zone)).hour
    is_quiet = first <= local < last if first < last else local >= first or local < last
    assert (pause is not None) == is_quiet
    if pause is not None:
        end = pause.until.astimezone(ZoneInfo(zone))
        assert pause.reason == NoticeReason.QUIET
        assert pause.until - moment <= timedelta(hours=length + 1)
        assert end.hour == last or end.utcoffset() != moment.astimezone(end.tzinfo).utcoffset()
