"""The second step of a sign-in, without which the staff's desk stays shut."""

import time
from functools import wraps
from typing import Any, cast

from allauth.account.authentication import get_authentication_records
from allauth.core.internal.httpkit import add_query_params
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from accounts import words
from accounts.decorators import View
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
    return has_shown(request, "mfa", within=LASTS)


def has_shown(request: HttpRequest, method: str, *, within: int) -> bool:
    """Whether this session has shown a proof of that kind in the last so many seconds."""
    records = get_authentication_records(request, request.user)
    return any(
        record.get("method") == method and 0 <= time.time() - record["at"] < within
        for record in records
    )


def more_than_a_password(view: View) -> View:
    """Let a session see the page only if it has shown the second factor, or lately a code from
    the mailbox: whoever knows a password must not be the one who sets up the second step.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        user = request.user
        if not isinstance(user, User) or is_more_than_a_password_shown(request):
            return view(request, *args, **kwargs)
        page = "mfa_reauthenticate" if has_app(user) else "account_request_reauthentication_code"
        return lead_to(page, wanted=request.get_full_path())

    return cast("View", guarded)


def is_more_than_a_password_shown(request: HttpRequest) -> bool:
    return is_proven(request) or has_shown(request, "code", within=settings.CODE_LIFETIME)


def lead_to_second_factor(user: User, wanted: str) -> HttpResponseRedirect:
    """To the page that asks for the code and then leads on; to the set-up where there is none."""
    return lead_to("mfa_reauthenticate" if has_app(user) else "mfa_activate_totp", wanted=wanted)


def lead_to(page: str, *, wanted: str) -> HttpResponseRedirect:
    return HttpResponseRedirect(add_query_params(reverse(page), {REDIRECT_FIELD_NAME: wanted}))


def has_app(user: User) -> bool:
    return bool(is_mfa_enabled(user, [Authenticator.Type.TOTP]))
