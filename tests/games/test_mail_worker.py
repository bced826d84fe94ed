"""Mails by a real worker, which is killed in the middle, while the broker loses what it had."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from games.mail.claims import CLAIM
from games.models import Notice, NoticeState
from games.services import staff
from tests.conftest import UseBroker
from tests.games.letters import make_reader, start_game
from tests.games.test_worker import PATIENCE, database_url, kill
from tests.services import redis
from tests.services.mail import MailServer, mail_server

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.run]

GAMES = 25
"""On hold: two mails of each."""


@contextmanager
def worker(
    broker: str, server: MailServer, *, beat: str = ""
) -> Iterator["subprocess.Popen[bytes]"]:
    """The worker for mails of `make run`, on the database and the mail server of the test."""
    command = [sys.executable, "-m", "celery", "--quiet", "--app", "basra_site", "worker"]
    options = ["--queues", "mail", "--pool", "threads", "--concurrency", "8"]
    if beat:
        options += ["--beat", "--schedule", beat]
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.games.mail_settings",
        "DATABASE_URL": database_url(),
        "REDIS_URL": broker,
        "TEST_MAIL_PORT": str(server.port),
    }
    process = subprocess.Popen(
        [*command, *options, "--without-gossip", "--without-mingle", "--without-heartbeat"],
        env=environment,
        start_new_session=True,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        yield process
    finally:
        kill(process)


def wait_for(happened: Callable[[], bool]) -> None:
    began = time.monotonic()
    while not happened():
        assert time.monotonic() - began < PATIENCE, "it did not happen in time"
        time.sleep(0.1)


def count(*states: NoticeState) -> int:
    return Notice.objects.filter(kind="staff", state__in=states).count()


def let_claims_run_out() -> None:
    """What the killed worker held is anybody's after a while, which the test does not wait for."""
    held = Notice.objects.filter(state=NoticeState.CLAIMED)
    assert all(notice.due_at - timezone.now() <= CLAIM for notice in held)
    held.update(due_at=timezone.now() - timedelta(seconds=1))


def test_killed_worker_and_emptied_broker_cost_no_mail(
    broker: str, use_broker: UseBroker, tmp_path: Path
) -> None:
    use_broker(broker)
    with mail_server() as server:
        server.is_silent = True
        with worker(broker, server, beat=str(tmp_path / "killed")) as killed:
            for _ in range(GAMES):
                staff.hold_game(start_game(make_reader(), make_reader()).pk)
            wait_for(lambda: count(NoticeState.CLAIMED) > 0)
            os.killpg(killed.pid, signal.SIGKILL)
            killed.wait()
        assert count(NoticeState.SENT) == 0
        redis.empty(broker)
        let_claims_run_out()
        server.is_silent = False

        with worker(broker, server, beat=str(tmp_path / "beat")):
            wait_for(lambda: count(NoticeState.SENT) == 2 * GAMES)

    assert not Notice.objects.filter(state=NoticeState.CLAIMED).exists()
    arrived = Counter(str(mail["Message-ID"]) for mail in server.arrived)
    owed = set(Notice.objects.filter(kind="staff").values_list("message_id", flat=True))
    assert owed <= set(arrived)
    assert set(arrived.values()) == {1}
    left = Notice.objects.filter(due_at__lte=timezone.now())
    assert not left.exists()


def test_worker_sends_at_once_what_need_not_wait(broker: str, use_broker: UseBroker) -> None:
    use_broker(broker)
    with mail_server() as server, worker(broker, server):
        staff.hold_game(start_game(make_reader(), make_reader()).pk)
        wait_for(lambda: len(server.arrived) == 2)
