"""The second step of a sign-in, without which the staff's desk stays shut."""

import time

from allauth.account.authentication import get_authentication_records
from allauth.core.internal.httpkit import add_query_params
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponseRedirect
from django.urls import reverse

from accounts import words
from accounts.models import User

LASTS = 12 * 3600  # seconds


class SecondFactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # the library is not typed
    """The library's second factor, in this site's words."""

    error_messages = {**DefaultMFAAdapter.error_messages, **words.SECOND_FACTOR_ERRORS}


def is_desk_open(request: HttpRequest) -> bool:
    """Whether this very session has shown a second factor lately, or none is asked for."""
    return not settings.STAFF_NEED_SECOND_FACTOR or is_proven(request)


def is_proven(request: HttpRequest) -> bool:
    """Whether this session has shown a second factor within the last twelve hours."""
    records = get_authentication_records(request, request.user)
    return any(
        record.get("method") == "mfa" and 0 <= time.time() - record["at"] < LASTS
        for record in records
    )


def lead_to_second_factor(user: User, wanted: str) -> HttpResponseRedirect:
    """To the page that asks for the code and then leads on; to the set-up where there is none."""
    has_one = is_mfa_enabled(user, [Authenticator.Type.TOTP])
    page = reverse("mfa_reauthenticate" if has_one else "mfa_activate_totp")
    return HttpResponseRedirect(add_query_params(page, {REDIRECT_FIELD_NAME: wanted}))
