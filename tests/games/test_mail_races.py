"""Two sweeps, or a sweep and a worker, at the same moment: no mail goes out twice."""

import threading
from collections import Counter
from functools import partial

import pytest
from django.core import mail
from django.db import connection

from games import clock
from games.mail.delivery import deliver, deliver_due
from games.models import MailSettings, Notice, NoticeKind, NoticeState, TurnMails
from games.services.answers import accept
from games.services.mail_wishes import save_settings
from games.services.reconciling import reconcile
from tests.games.at_once import at_once as begin_at_once
from tests.games.at_once import failures
from tests.games.letters import invite, make_every_kind, make_reader
from tests.games.owed_mails import owe_turn

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*calls) -> None:
    start = threading.Barrier(len(calls))

    def run(call) -> None:
        try:
            start.wait()
            call()
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def times_sent() -> Counter[str]:
    return Counter(sent.extra_headers["Message-ID"] for sent in mail.outbox)


def test_two_sweeps_at_once_send_each_mail_once() -> None:
    notices = make_every_kind()
    at_once(deliver_due, deliver_due, deliver_due)
    sent = times_sent()
    assert {notice.message_id for notice in notices.values()} <= set(sent)
    assert set(sent.values()) == {1}
    assert not Notice.objects.filter(state=NoticeState.CLAIMED).exists()


@pytest.mark.parametrize("attempt", range(5))
def test_two_workers_with_one_notice_send_it_once(attempt: int) -> None:
    notice = make_every_kind()["hold"]
    at_once(*[lambda: deliver(notice.pk)] * 4)
    assert times_sent() == {notice.message_id: 1}


@pytest.mark.parametrize("attempt", range(20))
def test_two_workers_with_a_turn_each_of_one_reader_write_once(attempt: int) -> None:
    reader = make_reader()
    notices = [owe_turn(reader), owe_turn(reader)]
    at_once(*[partial(deliver, notice.pk) for notice in notices])
    assert len(mail.outbox) <= 1
    # Where each has found the other, both wait for a moment.
    Notice.objects.filter(due_at__isnull=False).update(due_at=clock.now())
    deliver_due()
    assert len(mail.outbox) == 1


@pytest.mark.parametrize("attempt", range(10))
def test_first_choice_of_mails_pressed_twice_is_kept_once(attempt: int) -> None:
    reader = make_reader()
    save = partial(
        save_settings,
        reader,
        turns=TurnMails.EVERY,
        digest_hour=3,
        quiet=None,
        plays_from_mail=True,
    )
    assert failures(begin_at_once(save, save)) == []
    assert MailSettings.objects.get(user=reader.user_id).turns == TurnMails.EVERY


@pytest.mark.parametrize("attempt", range(10))
def test_two_reconcilers_at_once_restore_each_once(
    attempt: int, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        inviter, invitee = make_reader(), make_reader()
        invite(inviter, make_reader())
        accept(invite(inviter, invitee).token, invitee)
    answered = Notice.objects.filter(kind=NoticeKind.INVITED, invitation__game__isnull=False)
    answered.delete()
    owed = set(Notice.objects.values_list("key", flat=True))
    Notice.objects.all().delete()
    caplog.clear()
    found = begin_at_once(reconcile, reconcile)
    assert failures(found) == []
    assert set(Notice.objects.values_list("key", flat=True)) == owed
    assert sum(sum(restored.values()) for restored in found) == len(owed)
    assert not [record for record in caplog.records if record.levelname == "ERROR"]
