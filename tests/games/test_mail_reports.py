"""What mail providers tell of mails that came back, and whom the site believes."""

import base64
import hashlib
import hmac
import json
import logging
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from anymail.urls import urlpatterns as every_address
from django.core import mail
from django.db import OperationalError
from django.test import Client
from django.utils import timezone

from basra_site.mail_reports import LONGEST_REPORT, list_addresses
from basra_site.settings.mail import PROVIDERS
from games.mail.delivery import deliver
from games.models import AddressStop, AddressStopReason, NoticeKind, NoticeReason, NoticeState
from games.services.address_stops import is_stopped, lift_address
from tests.games.letters import find_notice, invite, make_reader

pytestmark = [pytest.mark.django_db, pytest.mark.urls("tests.games.reports_urls")]

BOUNCED, COMPLAINED, ASKED = AddressStopReason
ADDRESS = "mona@example.com"
SECRET = "provider:a-long-random-password"
KEY = "mailgun-signing-key"
SIGNING = "mailersend-signing-secret"


@pytest.fixture(autouse=True)
def believed(settings: Any) -> None:
    settings.ANYMAIL = {
        "WEBHOOK_SECRET": SECRET,
        "MAILGUN_WEBHOOK_SIGNING_KEY": KEY,
        "MAILERSEND_SIGNING_SECRET": SIGNING,
    }


def post(provider: str, body: Any, *, secret: str | None = SECRET, **headers: str) -> int:
    """The status that a report gets."""
    return post_bytes(provider, json.dumps(body).encode(), secret=secret, **headers)


def post_bytes(provider: str, told: bytes, *, secret: str | None = SECRET, **headers: str) -> int:
    if secret is not None:
        headers["Authorization"] = "Basic " + base64.b64encode(secret.encode()).decode()
    if provider == "mailersend":
        headers["Signature"] = hmac.new(SIGNING.encode(), told, hashlib.sha256).hexdigest()
    answer = Client(raise_request_exception=False).post(
        f"/anymail/{provider}/tracking/", told, content_type="application/json", headers=headers
    )
    return answer.status_code


# Reports as the providers write them.


def postmark(kind: str = "HardBounce", *, at: datetime | None = None, to: str = ADDRESS) -> Any:
    return {
        "RecordType": "SpamComplaint" if kind == "SpamComplaint" else "Bounce",
        "ID": 4323372036854775807,
        "Type": kind,
        "Name": kind,
        "MessageID": "883953f4-6105-42a2-a16a-77a8eac79483",
        "Description": "The server was unable to deliver your message",
        "Details": f"550 5.1.1 <{to}> is unknown",
        "Email": to,
        "From": "basra@basra.example",
        "BouncedAt": (at or timezone.now()).isoformat(),
        "Inactive": True,
        "Content": "the whole mail",
    }


def mailgun(event: str = "failed", *, severity: str = "permanent", key: str = KEY) -> Any:
    stamp, token = str(int(timezone.now().timestamp())), "c" * 50
    signature = hmac.new(key.encode(), f"{stamp}{token}".encode(), hashlib.sha256).hexdigest()
    return {
        "signature": {"timestamp": stamp, "token": token, "signature": signature},
        "event-data": {
            "event": event,
            "severity": severity,
            "reason": "bounce",
            "recipient": ADDRESS,
            "timestamp": timezone.now().timestamp(),
            "message": {"headers": {"message-id": "one@basra.example", "to": ADDRESS}},
            "delivery-status": {"code": 550, "message": "No such mailbox"},
        },
    }


def brevo(event: str = "hard_bounce") -> Any:
    return {
        "event": event,
        "email": ADDRESS,
        "id": 1,
        "date": "2026-11-30 10:00:00",
        "ts_epoch": int(timezone.now().timestamp() * 1000),
        "message-id": "<one@basra.example>",
        "reason": "server is down",
    }


def mailjet(*, hard: bool = True) -> Any:
    now = int(timezone.now().timestamp())
    error = "user unknown" if hard else "mailbox full"
    return {
        "event": "bounce",
        "time": now,
        "MessageID": 1,
        "email": ADDRESS,
        "hard_bounce": hard,
        "error": error,
    }


def sparkpost(bounce_class: str = "10") -> Any:
    told = {
        "type": "bounce",
        "bounce_class": bounce_class,
        "raw_rcpt_to": ADDRESS,
        "timestamp": str(int(timezone.now().timestamp())),
        "event_id": "1",
    }
    return [{"msys": {"message_event": told}}]


def mailersend(kind: str = "hard_bounced") -> Any:
    return {
        "type": f"activity.{kind}",
        "data": {
            "type": kind,
            "created_at": timezone.now().isoformat(),
            "email": {"recipient": {"email": ADDRESS}, "message": {"id": "1"}},
            "morph": {"object": "recipient_bounce", "reason": "No such mailbox"},
        },
    }


def mailtrap(event: str = "bounce") -> Any:
    told = {
        "event": event,
        "email": ADDRESS,
        "timestamp": int(timezone.now().timestamp()),
        "message_id": "1",
        "event_id": "1",
    }
    return {"events": [told]}


HARD: dict[str, Callable[[], Any]] = {
    "brevo": brevo,
    "mailersend": mailersend,
    "mailgun": mailgun,
    "mailjet": mailjet,
    "mailtrap": mailtrap,
    "postmark": postmark,
    "sparkpost": sparkpost,
}
SOFT: dict[str, Callable[[], Any]] = {
    "brevo": lambda: brevo("soft_bounce"),
    "mailersend": lambda: mailersend("soft_bounced"),
    "mailgun": lambda: mailgun(severity="temporary"),
    "mailjet": lambda: mailjet(hard=False),
    "mailtrap": lambda: mailtrap("soft bounce"),
    "postmark": lambda: postmark("SoftBounce"),
    "sparkpost": lambda: sparkpost("22"),
}


def test_every_provider_has_its_line() -> None:
    assert set(HARD) == set(SOFT) == set(PROVIDERS)


# What is told.


@pytest.mark.parametrize("provider", PROVIDERS)
def test_mail_that_came_back_for_good_stops_its_address(provider: str) -> None:
    assert post(provider, HARD[provider]()) == 200
    assert is_stopped(ADDRESS, BOUNCED)
    assert AddressStop.objects.count() == 1


@pytest.mark.parametrize("provider", PROVIDERS)
def test_mail_that_may_go_through_another_day_stops_nothing(provider: str) -> None:
    assert post(provider, SOFT[provider]()) == 200
    assert not AddressStop.objects.exists()


@pytest.mark.parametrize(
    ("provider", "told"),
    [
        ("postmark", postmark("SpamComplaint")),
        ("mailgun", mailgun("complained")),
        ("brevo", brevo("spam")),
    ],
)
def test_complaint_stops_its_address(provider: str, told: Any) -> None:
    assert post(provider, told) == 200
    assert is_stopped(ADDRESS, COMPLAINED)
    assert not is_stopped(ADDRESS, BOUNCED)


@pytest.mark.parametrize("event", ["delivered", "opened", "click", "request", "unsubscribe"])
def test_what_is_only_looked_on_stops_nothing(event: str) -> None:
    assert post("brevo", brevo(event)) == 200
    assert not AddressStop.objects.exists()


def test_address_that_the_provider_does_not_even_try_is_stopped() -> None:
    assert post("postmark", postmark("BadEmailAddress")) == 200
    assert is_stopped(ADDRESS, BOUNCED)


def test_block_of_the_providers_own_stops_nothing() -> None:
    assert post("postmark", postmark("Blocked")) == 200
    assert not AddressStop.objects.exists()


def test_report_that_comes_twice_is_as_one() -> None:
    told = postmark()
    assert [post("postmark", told), post("postmark", told)] == [200, 200]
    assert AddressStop.objects.count() == 1


def test_report_of_before_the_address_was_proven_anew_changes_nothing() -> None:
    post("postmark", postmark(at=timezone.now() - timedelta(hours=2)))
    lift_address(ADDRESS)
    assert post("postmark", postmark(at=timezone.now() - timedelta(hours=1))) == 200
    assert not is_stopped(ADDRESS)


def test_report_of_before_a_first_proof_changes_nothing() -> None:
    lift_address(ADDRESS)
    assert post("postmark", postmark(at=timezone.now() - timedelta(days=3))) == 200
    assert not is_stopped(ADDRESS)


def test_report_from_the_future_is_of_now() -> None:
    post("postmark", postmark(at=datetime(9999, 12, 31, tzinfo=UTC)))
    lift_address(ADDRESS)
    assert AddressStop.objects.get(reason=BOUNCED).at < timezone.now()


@pytest.mark.parametrize("spelt", ["Mona@EXAMPLE.com", '"mona"@example.com'])
def test_report_of_another_spelling_stops_the_address(spelt: str) -> None:
    assert post("postmark", postmark(to=spelt)) == 200
    assert is_stopped(ADDRESS, BOUNCED)


def test_moment_of_the_stop_is_the_reports() -> None:
    at = datetime(2026, 3, 1, 12, tzinfo=UTC)
    post("postmark", postmark(at=at))
    assert AddressStop.objects.get().at == at


def test_address_of_nobody_leaves_a_digest_and_no_more() -> None:
    post("postmark", postmark(to="nobody@example.com"))
    kept = AddressStop.objects.values().get()
    assert "nobody" not in str(kept)
    assert "whole mail" not in str(kept)


def test_report_stops_mails_to_that_address_only() -> None:
    post("postmark", postmark())
    reader, other = make_reader(email=ADDRESS), make_reader()
    for invitee in (reader, other):
        notice = find_notice(NoticeKind.INVITED, invitation=invite(make_reader(), invitee))
        deliver(notice.pk)
    stopped, sent = (find_notice(NoticeKind.INVITED, user=key.user_id) for key in (reader, other))
    assert (stopped.state, stopped.reason) == (NoticeState.SKIPPED, NoticeReason.BOUNCED)
    assert sent.state == NoticeState.SENT


def test_mail_to_sign_in_goes_to_a_stopped_address_all_the_same(client: Client) -> None:
    post("postmark", postmark())
    make_reader(email=ADDRESS)
    client.post("/accounts/login/code/", {"email": ADDRESS})
    assert [sent.to for sent in mail.outbox] == [[ADDRESS]]


# What nobody can read.

GARBLED = {
    "nothing": b"",
    "an object": b"{}",
    "a list": b"[]",
    "null": b"null",
    "a list of null": b"[null]",
    "a list of objects": b"[{}]",
    "no text": b"\xff\xfe",
    "no end": b"[" * 100_000,
    "a text": b'"' + b"a" * 1000 + b'"',
    "half a bounce of Postmark": b'{"RecordType":"Bounce"}',
    "a moment that is none": b'{"RecordType":"Bounce","Type":"HardBounce","BouncedAt":"soon"}',
    "no address of Brevo": b'{"event":"hard_bounce","email":null,"ts_epoch":1}',
    "a list for an address": b'{"event":"hard_bounce","email":["a"],"ts_epoch":1}',
    "a moment beyond all": b'{"event":"hard_bounce","email":"a@b.example","ts_epoch":1e300}',
    "half an event of SparkPost": b'[{"msys":{"message_event":{"type":"bounce"}}}]',
    "half a bounce of Mailjet": b'[{"event":"bounce","email":"a@b.example"}]',
    "half an event of Mailtrap": b'{"events":[{"event":"bounce"}]}',
    "an unknown event of MailerSend": b'{"type":"activity.hard_bounced","data":{}}',
    "half an event of Mailgun": b'{"signature":{},"event-data":{"event":"failed"}}',
}


@pytest.mark.parametrize("body", GARBLED.values(), ids=GARBLED)
@pytest.mark.parametrize("provider", PROVIDERS)
def test_garbled_report_is_no_mishap_of_ours(provider: str, body: bytes) -> None:
    assert post_bytes(provider, body) in (200, 400)
    assert not AddressStop.objects.filter(lifted_at__isnull=True).exists()


def cut(told: Any) -> Iterator[Any]:
    """The report with each of its parts left out in turn, or null, or a text, or a list."""
    if isinstance(told, list):
        yield from ([part] for part in cut(told[0]))
    if isinstance(told, dict):
        for name, part in told.items():
            yield {key: told[key] for key in told if key != name}
            yield from ({**told, name: other} for other in (None, "x", [], {}, 10**30, -1))
            yield from ({**told, name: other} for other in cut(part))


@pytest.mark.parametrize("provider", PROVIDERS)
def test_report_that_lacks_a_part_is_no_mishap_of_ours(provider: str) -> None:
    bodies = [json.dumps(told).encode() for told in cut(HARD[provider]())]
    answers = Counter(post_bytes(provider, body) for body in bodies)
    assert set(answers) == {200, 400}


def test_garbled_report_leaves_a_line_that_quotes_nothing_of_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("django"), "propagate", True)
    assert post("brevo", {**brevo(), "ts_epoch": ADDRESS}) == 400
    assert "A report of Brevo is garbled: " in caplog.messages[0]
    assert ADDRESS not in "".join(caplog.messages)


@pytest.mark.parametrize("provider", PROVIDERS)
def test_report_without_end_is_not_read(provider: str) -> None:
    assert post_bytes(provider, b" " * (LONGEST_REPORT + 1)) == 400


def test_mishap_of_ours_is_told_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any, **__: Any) -> None:
        raise OperationalError

    monkeypatch.setattr("games.mail.reports.stop_address", fail)
    assert post("postmark", postmark()) == 500


# Who is believed.


@pytest.mark.parametrize("secret", [None, "provider:another-long-password", "", "provider"])
@pytest.mark.parametrize("provider", PROVIDERS)
def test_report_without_the_secret_is_refused(provider: str, secret: str | None) -> None:
    assert post(provider, HARD[provider](), secret=secret) == 400
    assert not AddressStop.objects.exists()


def test_report_with_a_wrong_signature_is_refused() -> None:
    assert post("mailgun", mailgun(key="another-key")) == 400
    assert not AddressStop.objects.exists()


def test_report_without_a_signature_is_refused() -> None:
    told = mailgun()
    del told["signature"]
    assert post("mailgun", told) == 400
    assert not AddressStop.objects.exists()


@pytest.mark.parametrize("provider", PROVIDERS)
def test_only_reports_are_taken(provider: str, client: Client) -> None:
    assert client.get(f"/anymail/{provider}/tracking/").status_code == 405
    assert client.post(f"/anymail/{provider}/inbound/").status_code == 404


def test_provider_has_one_address() -> None:
    for provider in PROVIDERS:
        assert len(list_addresses(provider)) == 1
    assert len(every_address) > len(PROVIDERS)


@pytest.mark.urls("basra_site.urls")
def test_site_without_a_provider_takes_no_reports(client: Client) -> None:
    assert client.post("/anymail/postmark/tracking/").status_code == 404
