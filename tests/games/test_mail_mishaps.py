"""Several mails and a mail server that behaves badly: how many copies of each have come."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games import clock
from games.mail.claims import CLAIM
from games.mail.delivery import deliver_due
from games.models import Notice, NoticeKind, NoticeReason, NoticeState
from tests.games.factories import play
from tests.games.letters import address_of, find_notice, make_due, make_reader, start_game
from tests.services.mail import MailServer, mail_server

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as server:
        settings.EMAIL_BACKEND = "games.mail.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


@pytest.fixture
def three() -> list[Notice]:
    return [owe_turn() for _ in range(3)]


def owe_turn() -> Notice:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice(NoticeKind.TURN, game=game))


def address(notice: Notice) -> str:
    return address_of(notice.reader)


def sweep_until(moment: datetime) -> None:
    """Every minute until then."""
    now = timezone.now()
    while now < moment:
        with clock.stopped_at(now):
            deliver_due()
        now += MINUTE


def outcomes(notices: list[Notice]) -> list[tuple[str, str]]:
    found = Notice.objects.in_bulk([notice.pk for notice in notices])
    return [(found[notice.pk].state, found[notice.pk].reason) for notice in notices]


SENT = (NoticeState.SENT, "")


def test_one_of_three_is_refused(server: MailServer, three: list[Notice]) -> None:
    first, refused, last = three
    server.answers[address(refused)] = "550 No such mailbox"
    sweep_until(timezone.now() + 3 * MINUTE)
    assert server.copies == {first.message_id: 1, last.message_id: 1}
    assert outcomes(three) == [SENT, (NoticeState.PARKED, NoticeReason.REFUSED), SENT]


def test_answer_that_comes_late_is_an_answer(server: MailServer, three: list[Notice]) -> None:
    server.delays[address(three[1])] = 1.5
    sweep_until(timezone.now() + 3 * MINUTE)
    assert server.copies == {notice.message_id: 1 for notice in three}
    assert outcomes(three) == [SENT] * 3


def test_server_that_dies_for_a_while_costs_no_mail(
    server: MailServer, three: list[Notice]
) -> None:
    server.is_dying = True
    began = timezone.now()
    deliver_due()
    assert not server.arrived

    server.is_dying = False
    sweep_until(began + 5 * MINUTE)
    assert server.copies == {notice.message_id: 1 for notice in three}
    assert outcomes(three) == [SENT] * 3


def test_server_that_keeps_a_mail_and_hangs_gets_one_more_copy(
    server: MailServer, three: list[Notice], settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 1
    hanging = three[1]
    server.hangs.add(address(hanging))
    sweep_until(timezone.now() + 10 * MINUTE)
    expected = {notice.message_id: 1 for notice in three}
    assert server.copies == expected | {hanging.message_id: 2}
    assert outcomes(three) == [SENT, (NoticeState.PARKED, NoticeReason.UNKNOWN), SENT]


def test_worker_that_dies_in_the_middle_leaves_one_copy_of_what_it_had_not_begun(
    server: MailServer, three: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the one that it had begun nobody knows: it comes once more, under the same Message-ID."""

    def die(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    began = timezone.now()
    with monkeypatch.context() as dying:
        dying.setattr("games.mail.claims.settle", die)
        dying.setattr("games.mail.claims.put_back", lambda _left: None)
        with pytest.raises(KeyboardInterrupt):
            deliver_due()
    assert [state for state, _reason in outcomes(three)] == [NoticeState.CLAIMED] * 3

    sweep_until(began + CLAIM + 2 * MINUTE)
    expected = {notice.message_id: 1 for notice in three}
    assert server.copies == expected | {three[0].message_id: 2}
    assert outcomes(three) == [SENT] * 3
