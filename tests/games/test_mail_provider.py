"""Mails by a provider's own way, one request each: what is known of a mail when that fails."""

from collections.abc import Iterator
from typing import Any

import pytest

from games import clock
from games.mail.delivery import deliver, deliver_due
from games.models import Notice, NoticeKind, NoticeReason, NoticeState
from tests.games.factories import play
from tests.games.letters import address_of, find_notice, make_due, make_reader, start_game
from tests.services.mail_provider import INACTIVE, MailProvider, mail_provider
from tests.services.redis import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def provider(settings: Any) -> Iterator[MailProvider]:
    with mail_provider() as provider:
        settings.EMAIL_BACKEND = "anymail.backends.postmark.EmailBackend"
        settings.ANYMAIL = {"POSTMARK_SERVER_TOKEN": "token", "POSTMARK_API_URL": provider.url}
        yield provider


def owe_turn() -> Notice:
    game = start_game(make_reader(), make_reader())
    play(game, "6C", "6D 4S 2H")
    return make_due(find_notice(NoticeKind.TURN, game=game))


def after(notice: Notice) -> Notice:
    notice.refresh_from_db()
    return notice


def outcome(notice: Notice) -> tuple[str, str, int]:
    return after(notice).state, notice.reason, notice.attempts


def test_mails_go_out_with_their_headers(provider: MailProvider) -> None:
    notices = [owe_turn() for _ in range(3)]
    assert deliver_due() == {NoticeState.SENT: 3}
    assert provider.addresses == [address_of(notice.reader) for notice in notices]
    headers = {header["Name"]: header["Value"] for header in provider.arrived[0]["Headers"]}
    assert headers["Message-ID"] == notices[0].message_id
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


@pytest.mark.parametrize("status", [401, 403, 429, 503])
def test_provider_that_takes_nothing_now_is_no_attempt(provider: MailProvider, status: int) -> None:
    provider.status = status
    first, second = owe_turn(), owe_turn()
    assert deliver_due() == {NoticeState.FAILED: 1}
    assert outcome(first) == (NoticeState.FAILED, "", 0)
    assert outcome(second) == (NoticeState.PENDING, "", 0)
    assert first.last_error == f"AnymailRequestsAPIError {status}"


def test_provider_that_is_not_there_is_no_attempt(provider: MailProvider, settings: Any) -> None:
    settings.ANYMAIL["POSTMARK_API_URL"] = f"http://127.0.0.1:{free_port()}/"
    notice = owe_turn()
    deliver(notice.pk)
    assert outcome(notice) == (NoticeState.FAILED, "", 0)


def test_address_that_the_provider_refuses_is_given_up(provider: MailProvider) -> None:
    provider.status, provider.answer = 422, {"ErrorCode": 406, "Message": INACTIVE}
    notice = owe_turn()
    deliver(notice.pk)
    assert outcome(notice) == (NoticeState.PARKED, NoticeReason.REFUSED, 1)


def test_answer_that_says_nothing_of_the_mail_is_not_taken_for_a_yes(
    provider: MailProvider,
) -> None:
    provider.status, provider.answer = 422, {"ErrorCode": 406, "Message": "In other words, no."}
    notice = owe_turn()
    deliver(notice.pk)
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.FAILED, 1)


def test_mail_that_the_provider_refuses_is_given_up(provider: MailProvider) -> None:
    provider.status, provider.answer = 400, {"Message": "No"}
    notice = owe_turn()
    deliver(notice.pk)
    assert outcome(notice) == (NoticeState.PARKED, NoticeReason.REFUSED, 1)


def test_provider_without_an_answer_is_asked_once_more(
    provider: MailProvider, settings: Any
) -> None:
    settings.ANYMAIL["REQUESTS_TIMEOUT"] = 0.3
    provider.hangs = 1
    notice = owe_turn()
    deliver(notice.pk)
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.FAILED, 1)
    with clock.stopped_at(notice.due_at):
        deliver(notice.pk)
    assert outcome(notice) == (NoticeState.PARKED, NoticeReason.UNKNOWN, 2)
    assert len(provider.arrived) == 2


def test_provider_that_takes_nothing_the_second_time_is_not_asked_again(
    provider: MailProvider,
) -> None:
    provider.status = 500
    notice = owe_turn()
    deliver(notice.pk)
    provider.status = 503
    with clock.stopped_at(after(notice).due_at):
        deliver(notice.pk)
    assert outcome(notice) == (NoticeState.PARKED, NoticeReason.UNKNOWN, 2)


@pytest.mark.parametrize("status", [500, 502, 504])
def test_provider_that_breaks_may_have_taken_the_mail(provider: MailProvider, status: int) -> None:
    provider.status = status
    notice = owe_turn()
    deliver(notice.pk)
    assert (after(notice).state, notice.unknown_outcomes) == (NoticeState.FAILED, 1)


def test_error_is_kept_without_the_providers_words(provider: MailProvider) -> None:
    provider.status = 400
    provider.answer = {"Message": "Invalid 'To' address: p1@example.com."}
    notice = owe_turn()
    deliver(notice.pk)
    assert "@" not in after(notice).last_error
