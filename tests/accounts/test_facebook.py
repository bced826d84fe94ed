"""Facebook's word to delete, and the page where a person reads what came of it."""

import base64
import hashlib
import hmac
import json
import time
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from accounts.models import DeletionOutcome, DeletionRequest, User
from tests.accounts.conftest import Member

pytestmark = pytest.mark.django_db

CALLBACK = "/accounts/facebook/deletion/"
SECRET = "known-to-two"
UID = "10158123456789012"


@pytest.fixture(autouse=True)
def keys(settings: Any) -> None:
    settings.SITE_ADDRESS = "https://basra.example"
    settings.SOCIALACCOUNT_PROVIDERS = {"facebook": {"APP": {"client_id": "7", "secret": SECRET}}}


@pytest.fixture
def facebook() -> Client:
    """A program, without cookies and without the token of a form."""
    return Client(enforce_csrf_checks=True)


@pytest.fixture
def linked(make_member: Member) -> User:
    user = make_member()
    SocialAccount.objects.create(
        user=user, provider="facebook", uid=UID, extra_data={"name": "Salma B."}
    )
    return user


def encode(part: bytes) -> str:
    return base64.urlsafe_b64encode(part).decode().rstrip("=")


def sign(payload: bytes, secret: str = SECRET) -> str:
    written = encode(payload)
    signature = hmac.new(secret.encode(), written.encode(), hashlib.sha256).digest()
    return f"{encode(signature)}.{written}"


def seconds_ago(seconds: int) -> int:
    return int(time.time()) - seconds


def request_for(uid: Any = UID, **more: Any) -> bytes:
    told = {"algorithm": "HMAC-SHA256", "issued_at": seconds_ago(0), "user_id": uid, **more}
    return json.dumps(told).encode()


def ask(facebook: Client, text: str | None = None) -> HttpResponse:
    return facebook.post(CALLBACK, {"signed_request": text or sign(request_for())})


def outcome_of(answer: Any) -> str:
    return DeletionRequest.objects.get(code=answer.json()["confirmation_code"]).outcome


def test_answer_names_a_page_of_the_site_and_its_code(facebook: Client, linked: User) -> None:
    answer = facebook.post(
        CALLBACK, {"signed_request": sign(request_for())}, headers={"host": "evil.example"}
    )
    code = answer.json()["confirmation_code"]
    assert answer.json() == {
        "url": f"https://basra.example{CALLBACK}{code}/",
        "confirmation_code": code,
    }


def test_link_goes_and_an_account_with_an_address_stays(facebook: Client, linked: User) -> None:
    assert outcome_of(ask(facebook)) == DeletionOutcome.DISCONNECTED
    linked.refresh_from_db()
    assert linked.is_active
    assert not SocialAccount.objects.exists()


@pytest.mark.parametrize("way", ["password", "address", "other site"])
def test_account_with_one_other_way_in_stays(facebook: Client, linked: User, way: str) -> None:
    if way != "password":
        linked.set_unusable_password()
        linked.save()
    if way != "address":
        EmailAddress.objects.update(verified=False)
    if way == "other site":
        SocialAccount.objects.create(user=linked, provider="google", uid="1")
    assert outcome_of(ask(facebook)) == DeletionOutcome.DISCONNECTED
    linked.refresh_from_db()
    assert linked.is_active


def shut_other_ways(user: User) -> None:
    user.set_unusable_password()
    user.save()
    EmailAddress.objects.update(verified=False)


def test_account_without_another_way_in_is_closed(facebook: Client, linked: User) -> None:
    shut_other_ways(linked)
    assert outcome_of(ask(facebook)) == DeletionOutcome.CLOSED
    linked.refresh_from_db()
    assert linked.closed_at is not None


def test_last_superuser_loses_the_link_only(facebook: Client, linked: User) -> None:
    shut_other_ways(linked)
    User.objects.update(is_superuser=True)
    assert outcome_of(ask(facebook)) == DeletionOutcome.DISCONNECTED
    linked.refresh_from_db()
    assert linked.is_active
    assert not SocialAccount.objects.exists()


def test_repeated_request_gets_the_same_answer_and_does_nothing_more(
    facebook: Client, linked: User
) -> None:
    text = sign(request_for())
    first = ask(facebook, text)
    SocialAccount.objects.create(user=linked, provider="facebook", uid=UID)
    assert ask(facebook, text).json() == first.json()
    assert outcome_of(first) == DeletionOutcome.DISCONNECTED
    assert SocialAccount.objects.exists()
    assert DeletionRequest.objects.count() == 1


def test_repeated_request_in_another_spelling_is_the_same(facebook: Client, linked: User) -> None:
    signature, _dot, payload = sign(request_for()).partition(".")
    answers = [ask(facebook, f"{spelt}.{payload}") for spelt in (signature, f"{signature}=")]
    assert answers[0].json() == answers[1].json()


def test_two_requests_have_two_codes(facebook: Client, linked: User) -> None:
    texts = [sign(request_for(issued_at=seconds_ago(seconds))) for seconds in (0, 1)]
    codes = {ask(facebook, text).json()["confirmation_code"] for text in texts}
    assert len(codes) == 2


def test_code_does_not_follow_from_the_request(facebook: Client, settings: Any) -> None:
    text = sign(request_for())
    first = ask(facebook, text).json()
    settings.SECRET_KEY = "another"
    assert ask(facebook, text).json() != first


def test_request_of_before_the_link_was_made_is_not_about_it(
    facebook: Client, linked: User
) -> None:
    assert outcome_of(ask(facebook, sign(request_for(issued_at=seconds_ago(60))))) == (
        DeletionOutcome.NOTHING
    )
    assert SocialAccount.objects.exists()


def test_request_on_its_way_for_a_day_is_carried_out(facebook: Client, linked: User) -> None:
    SocialAccount.objects.update(date_joined=timezone.now() - timedelta(days=30))
    text = sign(request_for(issued_at=seconds_ago(24 * 3600)))
    assert outcome_of(ask(facebook, text)) == DeletionOutcome.DISCONNECTED


def test_unknown_person_gets_the_same_kind_of_answer(facebook: Client, linked: User) -> None:
    known, unknown = ask(facebook), ask(facebook, sign(request_for("1")))
    assert known.json().keys() == unknown.json().keys()
    assert [known.status_code, unknown.status_code] == [200, 200]


def test_same_number_at_another_site_is_somebody_else(facebook: Client, linked: User) -> None:
    SocialAccount.objects.update(provider="google")
    assert outcome_of(ask(facebook)) == DeletionOutcome.NOTHING
    assert SocialAccount.objects.exists()


def test_no_row_tells_for_whom_it_was(facebook: Client, linked: User) -> None:
    ask(facebook)
    (row,) = DeletionRequest.objects.values()
    assert UID not in str(row)
    assert row.keys() == {"id", "code", "outcome", "done_at"}


@pytest.mark.parametrize(
    "text",
    [
        "",
        ".",
        "no dot",
        "a.b",
        "é.b",
        "=.=",
        sign(request_for(), secret="guessed"),
        sign(request_for()) + "A",
        sign(request_for())[1:],
        sign(b"no json"),
        sign(b"[" * 1000),
        sign(b'"text"'),
        sign(b"[]"),
        sign(b"\xff"),
        sign(request_for(algorithm="none")),
        sign(request_for(None)),
        sign(request_for("")),
        sign(request_for("1 or 1")),
        sign(request_for(["1"])),
        sign(request_for("1" * 4000)),
        sign(request_for("٣")),
        sign(request_for(True)),
        sign(request_for(issued_at=None)),
        sign(request_for(issued_at="1291836800")),
        sign(request_for(issued_at=True)),
        sign(request_for(issued_at=1.5)),
        sign(request_for(issued_at=1291836800)),
        sign(request_for(issued_at=seconds_ago(8 * 24 * 3600))),
        sign(request_for(issued_at=seconds_ago(-3600))),
        sign(request_for(issued_at=10**30)),
    ],
)
def test_garbage_is_refused_in_json_and_changes_nothing(
    facebook: Client, linked: User, text: str
) -> None:
    answer = facebook.post(CALLBACK, {"signed_request": text})
    assert answer.status_code == 400
    assert answer.json().keys() == {"error"}
    assert SocialAccount.objects.exists()
    assert not DeletionRequest.objects.exists()


def test_request_without_the_field_is_refused(facebook: Client) -> None:
    assert facebook.post(CALLBACK).status_code == 400


def test_get_is_no_request(facebook: Client, linked: User) -> None:
    assert facebook.get(CALLBACK, {"signed_request": sign(request_for())}).status_code == 405
    assert SocialAccount.objects.exists()


def test_site_without_keys_has_no_such_page(facebook: Client, linked: User, settings: Any) -> None:
    settings.SOCIALACCOUNT_PROVIDERS = {}
    assert ask(facebook).status_code == 404
    assert SocialAccount.objects.exists()


def test_answers_are_kept_for_a_year(facebook: Client) -> None:
    ask(facebook)
    row = DeletionRequest.objects.get()
    DeletionRequest.objects.update(done_at=row.done_at - timedelta(days=366))
    ask(facebook, sign(request_for(issued_at=seconds_ago(1))))
    assert row not in DeletionRequest.objects.all()
    assert DeletionRequest.objects.count() == 1


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (DeletionOutcome.NOTHING, "We had nothing from Facebook"),
        (DeletionOutcome.DISCONNECTED, "The account itself stays"),
        (DeletionOutcome.CLOSED, "so the account is closed"),
    ],
)
def test_page_says_what_came_of_it(client: Client, outcome: str, words: str) -> None:
    done = DeletionRequest.objects.create(outcome=outcome)
    page = client.get(f"{CALLBACK}{done.code}/").content.decode()
    assert words in page
    assert done.code in page


def test_page_of_an_unknown_code_is_not_there(client: Client) -> None:
    assert client.get(f"{CALLBACK}nobody-asked/").status_code == 404
