"""Facebook's word that a person wants deleted what came from there.

The form is Facebook's own; its app settings call it the data deletion request URL.
"""

import binascii
import hashlib
import hmac
import json
from base64 import urlsafe_b64decode
from datetime import timedelta
from typing import Any

from allauth.account.models import EmailAddress
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from accounts.closing import close_account
from accounts.errors import Refused
from accounts.models import DeletionOutcome, DeletionRequest, User

PROVIDER = "facebook"
ANSWERS_KEPT = timedelta(days=365)
# A real one has some two hundred characters.
MAX_LENGTH = 4000


class BadRequest(ValueError):
    """This was not written by Facebook, or not as it says it writes."""


def find_secret() -> str | None:
    """The secret that the site shares with Facebook; None where it has no keys."""
    site: dict[str, Any] = settings.SOCIALACCOUNT_PROVIDERS.get(PROVIDER, {})
    return site["APP"]["secret"] if site else None


def read_signed_request(text: str, *, secret: str) -> str:
    """The number of the person at Facebook. Raises BadRequest.

    The text is two parts in base64 for addresses, joined by a dot: an HMAC-SHA-256 of the second
    as it is written, and the second, JSON with `algorithm` and `user_id`.
    """
    signature, dot, payload = text.partition(".")
    if not dot or len(text) > MAX_LENGTH or not text.isascii():
        raise BadRequest("not two parts")
    expected = hmac.new(secret.encode(), payload.encode(), hashlib.sha256).digest()
    if not hmac.compare_digest(_decode(signature), expected):
        raise BadRequest("signed by somebody else")
    return _find_person(_decode(payload))


def forget(uid: str) -> DeletionRequest:
    """Remove the link to that person and all that came with it; who has no other way in is closed.

    Asked again it finds nothing, and answers in the same form.
    """
    with transaction.atomic():
        _forget_old_answers()
        return DeletionRequest.objects.create(outcome=_remove(uid))


def _decode(part: str) -> bytes:
    try:
        return urlsafe_b64decode(part + "=" * (-len(part) % 4))
    except (binascii.Error, ValueError) as error:
        raise BadRequest("not base64") from error


def _find_person(payload: bytes) -> str:
    try:
        told = json.loads(payload)
    except (ValueError, RecursionError) as error:
        raise BadRequest("not JSON") from error
    if not isinstance(told, dict) or str(told.get("algorithm")).upper() != "HMAC-SHA256":
        raise BadRequest("not the algorithm agreed upon")
    uid = told.get("user_id")
    if not isinstance(uid, (str, int)) or not str(uid).isdigit():
        raise BadRequest("no person")
    return str(uid)


def _remove(uid: str) -> DeletionOutcome:
    link = SocialAccount.objects.filter(provider=PROVIDER, uid=uid).select_related("user").first()
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
