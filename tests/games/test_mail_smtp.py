"""Mails through a real mail server: what arrives, and what happens when it behaves badly."""

import re
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from typing import Any

import pytest
from django.utils import timezone

from games import clock
from games.mail.delivery import deliver, deliver_due
from games.models import Notice, NoticeReason, NoticeState
from tests.games.factories import play
from tests.games.letters import (
    EVERY_KIND,
    address_of,
    find_notice,
    make_due,
    make_every_kind,
    make_reader,
    start_game,
)
from tests.services.mail import MailServer, mail_server
from tests.services.redis import free_port

pytestmark = pytest.mark.django_db

LINK = re.compile(r"https?://[^\s\"<>]+")
HOUR = timedelta(hours=1)


@pytest.fixture
def server(settings: Any) -> Iterator[MailServer]:
    with mail_server() as server:
        settings.EMAIL_BACKEND = "games.mail.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


def owe_turn() -> Notice:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice("turn", game=game))


def address(notice: Notice) -> str:
    return address_of(notice.reader)


def after(notice: Notice) -> Notice:
    notice.refresh_from_db()
    return notice


def try_again(notice: Notice) -> Notice:
    """The next try, whenever it is due."""
    due_at = after(notice).due_at
    assert due_at is not None
    with clock.stopped_at(due_at):
        deliver(notice.pk)
    return after(notice)


def body(mail: EmailMessage, kind: str) -> str:
    part = mail.get_body((kind,))
    assert part is not None
    return str(part.get_content())


# What arrives.


@pytest.fixture
def arrived(server: MailServer) -> dict[str, EmailMessage]:
    """One mail of every kind, as it came."""
    notices = make_every_kind()
    for notice in notices.values():
        assert deliver(notice.pk) is NoticeState.SENT
    return dict(zip(notices, server.arrived, strict=True))


def test_every_kind_arrives_with_its_headers(arrived: dict[str, EmailMessage]) -> None:
    assert set(arrived) == set(EVERY_KIND)
    classes = "turns|reminders|invitations|results|staff|test"
    for kind, mail in arrived.items():
        assert mail["From"] == "Basra <basra@localhost>", kind
        assert mail["Auto-Submitted"] == "auto-generated", kind
        assert mail["X-Auto-Response-Suppress"] == "All", kind
        assert re.fullmatch(rf"<({classes})\.127\.0\.0\.1>", mail["List-Id"]), kind
        assert mail["In-Reply-To"] == mail["References"] != mail["Message-ID"], kind


def test_message_id_is_the_one_of_the_row(arrived: dict[str, EmailMessage]) -> None:
    sent = set(Notice.objects.filter(state=NoticeState.SENT).values_list("message_id", flat=True))
    assert {mail["Message-ID"] for mail in arrived.values()} == sent


def test_no_header_holds_a_name(arrived: dict[str, EmailMessage]) -> None:
    for mail in arrived.values():
        assert "Person" not in " ".join(f"{name}: {value}" for name, value in mail.items())


def test_every_kind_has_two_parts_with_the_same_links(arrived: dict[str, EmailMessage]) -> None:
    for kind, mail in arrived.items():
        assert mail.get_content_type() == "multipart/alternative", kind
        in_text = set(LINK.findall(body(mail, "plain")))
        assert in_text == set(LINK.findall(body(mail, "html"))), kind
        assert len(in_text) >= 2
        assert all(link.startswith("http://127.0.0.1:8000/") for link in in_text)


def test_all_but_the_staffs_and_a_test_can_be_stopped_by_a_click(
    arrived: dict[str, EmailMessage],
) -> None:
    for kind, mail in arrived.items():
        if kind in ("hold", "release", "decided", "aborted", "test"):
            assert mail["List-Unsubscribe"] is None
            continue
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        assert mail["List-Unsubscribe"].strip(" <>") in body(mail, "plain")


def test_mails_of_a_game_and_person_hang_together(server: MailServer) -> None:
    game = start_game(make_reader(), make_reader())
    for card, take in (("6C", "6D 4S 2H"), ("8S", "8H")):
        play(game, card, take)
        deliver(make_due(find_notice("turn", game=game)).pk)
    play(game, "KD")
    Notice.objects.filter(state=NoticeState.SENT).update(done_at=timezone.now() - HOUR)
    game.seats.get(index=1).user.__class__.objects.update(last_seen_at=timezone.now() - HOUR / 2)
    deliver(make_due(find_notice("turn", game=game)).pk)

    first, second, third = server.arrived
    assert first["References"] == third["References"] != second["References"]


def test_mail_is_small(arrived: dict[str, EmailMessage]) -> None:
    assert max(len(mail.as_bytes()) for mail in arrived.values()) < 100_000


# A mail server that behaves badly.


def test_refused_address_stops_no_other(server: MailServer) -> None:
    first, second, third = owe_turn(), owe_turn(), owe_turn()
    server.answers[address(second)] = "550 No such mailbox"

    deliver_due()

    assert server.addresses == [address(first), address(third)]
    assert (after(second).state, second.reason) == (NoticeState.PARKED, NoticeReason.REFUSED)


def test_refused_text_is_refused_for_good(server: MailServer) -> None:
    notice = owe_turn()
    server.verdicts[address(notice)] = "554 We think this is spam"
    deliver(notice.pk)
    assert (after(notice).state, notice.reason) == (NoticeState.PARKED, NoticeReason.REFUSED)


def test_error_is_kept_without_the_servers_words(server: MailServer) -> None:
    notice = owe_turn()
    server.answers[address(notice)] = f"550 {address(notice)} is unknown"
    deliver(notice.pk)
    assert after(notice).last_error == "SMTPRecipientsRefused 550"


@pytest.mark.parametrize("where", ["answers", "verdicts"])
def test_busy_server_is_tried_again(server: MailServer, where: str) -> None:
    notice = owe_turn()
    getattr(server, where)[address(notice)] = "451 Try again"
    deliver(notice.pk)
    assert (after(notice).state, notice.attempts) == (NoticeState.FAILED, 1)

    getattr(server, where).clear()
    assert try_again(notice).state == NoticeState.SENT
    assert server.addresses == [address(notice)]


def test_pauses_grow_until_it_is_parked(server: MailServer) -> None:
    notice = owe_turn()
    server.answers[address(notice)] = "451 Try again"
    tried_at, pauses = timezone.now(), []
    while tried_at:
        with clock.stopped_at(tried_at):
            deliver(notice.pk)
        due_at = after(notice).due_at
        if due_at:
            pauses.append((due_at - tried_at).total_seconds() / 60)
        tried_at = due_at
    assert (notice.state, notice.reason) == (NoticeState.PARKED, NoticeReason.TIRED)
    assert [pause // minutes for pause, minutes in zip(pauses, (1, 5, 15, 60), strict=True)] == [
        1
    ] * 4


def test_server_that_is_not_there_is_tried_again(server: MailServer, settings: Any) -> None:
    notice = owe_turn()
    settings.EMAIL_PORT = free_port()
    deliver(notice.pk)
    assert (after(notice).state, notice.last_error) == (
        NoticeState.FAILED,
        "ConnectionRefusedError",
    )
    settings.EMAIL_PORT = server.port
    assert try_again(notice).state == NoticeState.SENT


def test_silence_after_the_text_is_tried_once_more_under_the_same_id(
    server: MailServer, settings: Any
) -> None:
    settings.EMAIL_TIMEOUT = 1
    notice = owe_turn()
    server.hangs.add(address(notice))
    deliver(notice.pk)
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.FAILED, 1)

    assert (try_again(notice).state, notice.reason) == (NoticeState.PARKED, NoticeReason.UNKNOWN)
    assert [mail["Message-ID"] for mail in server.arrived] == [notice.message_id] * 2


def test_what_may_have_arrived_and_is_refused_for_now_is_not_tried_a_third_time(
    server: MailServer,
) -> None:
    notice = owe_turn()
    leave_behind(notice, attempts=1)
    server.answers[address(notice)] = "451 Try later"
    deliver_due()
    assert (after(notice).state, notice.reason) == (NoticeState.PARKED, NoticeReason.UNKNOWN)


def leave_behind(notice: Notice, **columns: Any) -> None:
    """As by a worker that died with the mail on its way."""
    begun = {"state": NoticeState.CLAIMED, "address": address(notice)}
    Notice.objects.filter(pk=notice.pk).update(**begun | columns)


def test_claim_left_behind_before_the_mail_was_begun_is_no_attempt(server: MailServer) -> None:
    notice = owe_turn()
    leave_behind(notice, address="")
    deliver_due()
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.SENT, 0)


def test_claim_left_behind_counts_as_an_unknown_outcome(server: MailServer) -> None:
    notice = owe_turn()
    leave_behind(notice, attempts=1)
    deliver_due()
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.SENT, 1)
    assert len(server.arrived) == 1


def test_claim_left_behind_twice_is_parked(server: MailServer) -> None:
    notice = owe_turn()
    leave_behind(notice, attempts=2, unknown_outcomes=1)
    deliver_due()
    assert (after(notice).state, notice.reason) == (NoticeState.PARKED, NoticeReason.UNKNOWN)
    assert not server.arrived


def test_what_somebody_else_has_claimed_is_left_alone(server: MailServer) -> None:
    notice = owe_turn()
    Notice.objects.filter(pk=notice.pk).update(
        state=NoticeState.CLAIMED, due_at=timezone.now() + HOUR
    )
    assert deliver(notice.pk) is None
    assert not server.arrived
