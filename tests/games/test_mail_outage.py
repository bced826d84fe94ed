"""A mail server that is away for long: nothing is given up, and all goes out once it is back."""

import smtplib
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.mail.backends.locmem import EmailBackend
from django.utils import timezone

from games import clock, queries
from games.mail.delivery import deliver, deliver_due
from games.models import Notice, NoticeKind, NoticeState
from tests.games.factories import play
from tests.games.letters import find_notice, make_due, make_reader, start_game
from tests.services.mail import MailServer, mail_server
from tests.services.redis import free_port

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as server:
        settings.EMAIL_BACKEND = "games.mail.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


@pytest.fixture
def away(server: MailServer, settings: Any) -> MailServer:
    settings.EMAIL_PORT = free_port()
    return server


def owe_turn() -> Notice:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice(NoticeKind.TURN, game=game))


def after(notice: Notice) -> Notice:
    notice.refresh_from_db()
    return notice


def wait_out(notice: Notice, until: datetime) -> list[timedelta]:
    """Try whenever it is due until then; the pauses in between."""
    now, pauses = timezone.now(), []
    while now < until:
        with clock.stopped_at(now):
            deliver(notice.pk)
        due_at = after(notice).due_at
        assert due_at is not None
        pauses.append(due_at - now)
        now = due_at
    return pauses


def test_server_that_is_away_is_no_attempt(away: MailServer) -> None:
    notice = owe_turn()
    assert deliver(notice.pk) == NoticeState.FAILED
    assert (after(notice).state, notice.attempts) == (NoticeState.FAILED, 0)
    assert notice.last_error == "ConnectionRefusedError"


@pytest.mark.parametrize(
    "error",
    [
        TimeoutError("timed out"),
        smtplib.SMTPConnectError(421, "Too many connections"),
        smtplib.SMTPServerDisconnected("Connection unexpectedly closed"),
        smtplib.SMTPAuthenticationError(535, b"Wrong password"),
        smtplib.SMTPNotSupportedError("STARTTLS extension not supported by server."),
        UnicodeError("label too long"),
    ],
)
def test_whatever_keeps_the_connection_from_opening_is_no_attempt(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_backend: EmailBackend) -> None:
        raise error

    monkeypatch.setattr(EmailBackend, "open", fail)
    notice = owe_turn()
    deliver(notice.pk)
    assert (after(notice).state, notice.attempts) == (NoticeState.FAILED, 0)


@pytest.mark.slow
def test_outage_of_two_days_gives_up_nothing(away: MailServer, settings: Any) -> None:
    notice = owe_turn()
    wait_out(notice, timezone.now() + timedelta(days=2))
    assert (after(notice).state, notice.attempts) == (NoticeState.FAILED, 0)

    settings.EMAIL_PORT = away.port
    assert notice.due_at is not None
    with clock.stopped_at(notice.due_at):
        deliver(notice.pk)
    assert (after(notice).state, len(away.arrived)) == (NoticeState.SENT, 1)


def test_pauses_of_an_outage_grow_to_a_quarter_of_an_hour(away: MailServer) -> None:
    pauses = wait_out(owe_turn(), timezone.now() + timedelta(hours=6))
    assert MINUTE <= pauses[0] <= 2 * MINUTE
    assert 15 * MINUTE <= pauses[-1] <= 20 * MINUTE


def test_attempts_before_an_outage_still_count(server: MailServer, settings: Any) -> None:
    notice = owe_turn()
    Notice.objects.filter(pk=notice.pk).update(state=NoticeState.FAILED, attempts=4)
    settings.EMAIL_PORT = free_port()
    deliver(notice.pk)
    assert (after(notice).state, notice.attempts) == (NoticeState.FAILED, 4)


def test_sweep_asks_a_server_that_is_away_once(away: MailServer) -> None:
    notices = [owe_turn() for _ in range(3)]
    assert deliver_due() == {NoticeState.FAILED: 1}
    states = [after(notice).state for notice in notices]
    assert sorted(states) == [NoticeState.FAILED, NoticeState.PENDING, NoticeState.PENDING]


def test_sweep_in_an_outage_records_that_it_ran(away: MailServer) -> None:
    owe_turn()
    deliver_due()
    assert "notices" not in queries.list_stalled_sweeps()


def test_desk_is_told_of_an_outage(away: MailServer) -> None:
    deliver(owe_turn().pk)
    assert queries.count_failing_notices() == 1
