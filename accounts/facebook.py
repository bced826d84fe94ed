"""Facebook's word that a person wants deleted what came from there.

The form is Facebook's own; its app settings call it the data deletion request URL.
"""

import binascii
import hashlib
import hmac
import json
import re
from base64 import urlsafe_b64decode
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.closing import close_account
from accounts.errors import Refused
from accounts.models import DeletionOutcome, DeletionRequest, User
from accounts.models.deletion import CODE_LENGTH

PROVIDER = "facebook"
ANSWERS_KEPT = timedelta(days=365)
# A real one has some two hundred characters.
MAX_LENGTH = 4000


# On its way a request may be repeated for a while, and clocks differ.
LASTS = timedelta(days=7)
CLOCKS_DIFFER = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Wish:
    """What Facebook asks: to forget the person whom it calls by that number."""

    uid: str
    issued_at: datetime
    code: str
    """By which the answer is found. It follows from the request, for this site alone."""


class BadRequest(ValueError):
    """This was not written by Facebook, or not as it says it writes."""


def find_secret() -> str | None:
    """The secret that the site shares with Facebook; None where it has no keys."""
    site: dict[str, Any] = settings.SOCIALACCOUNT_PROVIDERS.get(PROVIDER, {})
    return site["APP"]["secret"] if site else None


def read_signed_request(text: str, *, secret: str) -> Wish:
    """What is asked. Raises BadRequest.

    The text is two parts in base64 for addresses, joined by a dot: an HMAC-SHA-256 of the second
    as it is written, and the second, JSON with `algorithm`, `user_id` and `issued_at` (seconds).
    """
    signature, dot, payload = text.partition(".")
    if not dot or len(text) > MAX_LENGTH or not text.isascii():
        raise BadRequest("not two parts")
    expected = hmac.new(secret.encode(), payload.encode(), hashlib.sha256).digest()
    if not hmac.compare_digest(_decode(signature), expected):
        raise BadRequest("signed by somebody else")
    told = _read_object(_decode(payload))
    code = salted_hmac("accounts.facebook", payload, algorithm="sha256").hexdigest()
    return Wish(uid=_find_person(told), issued_at=_find_moment(told), code=code[:CODE_LENGTH])


def forget(wish: Wish) -> DeletionRequest:
    """Remove the link to that person and all that came with it; who has no other way in is closed.

    The same request once more gets the same answer, and nothing is done.
    """
    with transaction.atomic():
        _forget_old_answers()
        nothing = {"outcome": DeletionOutcome.NOTHING}
        done, is_new = DeletionRequest.objects.get_or_create(code=wish.code, defaults=nothing)
        if is_new:
            done.outcome = _remove(wish)
            done.save(update_fields=["outcome"])
        return done


def _decode(part: str) -> bytes:
    try:
        return urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError) as error:
        raise BadRequest("not base64") from error


def _read_object(payload: bytes) -> dict[str, Any]:
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise BadRequest("not JSON") from error
    if not isinstance(told, dict) or str(told.get("algorithm")).upper() != "HMAC-SHA256":
        raise BadRequest("not the algorithm agreed upon")
    return told


def _find_person(told: dict[str, Any]) -> str:
    uid = told.get("user_id")
    if type(uid) not in (str, int) or not re.fullmatch("[0-9]+", str(uid)):
        raise BadRequest("no person")
    return str(uid)


def _find_moment(told: dict[str, Any]) -> datetime:
    """When it was issued. A request that was seen on its way must not be of use for ever."""
    seconds, now = told.get("issued_at"), timezone.now()
    earliest, latest = now - LASTS, now + CLOCKS_DIFFER
    if type(seconds) is not int or not earliest.timestamp() <= seconds <= latest.timestamp():
        raise BadRequest("not of these days")
    return datetime.fromtimestamp(seconds, tz=UTC)


def _remove(wish: Wish) -> DeletionOutcome:
    # Facebook tells whole seconds. A link that was made later is another matter.
    made = Q(date_joined__lt=wish.issued_at + timedelta(seconds=1))
    links = SocialAccount.objects.filter(made, provider=PROVIDER, uid=wish.uid)
    link = links.select_related("user").first()
    if link is None:
        return DeletionOutcome.NOTHING
    link.delete()
    if _has_way_in(link.user):
        return DeletionOutcome.DISCONNECTED
    try:
        close_account(link.user)
    except Refused:
        return DeletionOutcome.DISCONNECTED
    return DeletionOutcome.CLOSED


def _has_way_in(user: User) -> bool:
    """By password, by a code to a proven address, or by another site."""
    return (
        user.has_usable_password()
        or EmailAddress.objects.filter(user=user, verified=True).exists()
        or SocialAccount.objects.filter(user=user).exists()
    )


def _forget_old_answers() -> None:
    before = timezone.now() - ANSWERS_KEPT
    DeletionRequest.objects.filter(done_at__lt=before).delete()
