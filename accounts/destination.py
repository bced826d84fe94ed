"""Where a sign-in was meant to lead, kept while the person is on the way."""

import time
from collections.abc import Callable

from django.conf import settings
from django.contrib.auth import REDIRECT_FIELD_NAME
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

KEPT_UNDER = "destination"
MAX_LENGTH = 500


class DestinationMiddleware:
    """Keeps the `next` of a form that a visitor sends.

    The pages of sign-in hand it on from one to the next, but a wrong code, a code that has expired,
    a way back or a refusal at another site breaks the chain.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(self, request: HttpRequest, *_view: object) -> None:
        if request.method != "POST":
            return
        meant = request.POST.get(REDIRECT_FIELD_NAME) or request.GET.get(REDIRECT_FIELD_NAME)
        if not meant or len(meant) > MAX_LENGTH or not is_page_of_ours(meant):
            return
        if request.user.is_anonymous:
            request.session[KEPT_UNDER] = [meant, time.time()]


def pop_destination(request: HttpRequest) -> str | None:
    """Take out the page that was meant, if that was not too long ago."""
    meant, at = request.session.pop(KEPT_UNDER, (None, 0))
    return meant if time.time() - at < settings.CODE_LIFETIME else None


def is_page_of_ours(url: str) -> bool:
    """Whether it is a page of this site, whatever host the request claims to be for."""
    return url_has_allowed_host_and_scheme(url, allowed_hosts=None)
