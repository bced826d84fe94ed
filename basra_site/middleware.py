"""What no page could read is answered before any page is asked."""

from collections.abc import Callable, Iterator

from django.core.exceptions import BadRequest, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBadRequest, QueryDict
from django.http.multipartparser import MultiPartParserError
from django.template.loader import render_to_string

from basra_site.views import not_found

# Django answers the first three by itself, but some of its answers read the request once more and
# fail. The others come of codings that Python does not know or cannot decode.
UNREADABLE = (BadRequest, SuspiciousOperation, MultiPartParserError, LookupError, ValueError)


class ReadableMiddleware:
    """Answers 400 to a request that cannot be decoded, or whose address or cookies hold a NUL.

    No PostgreSQL text can hold a NUL. Those in forms are left to the forms, which say so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request) if is_readable(request) else answer_unreadable()


class OwnNotFoundMiddleware:
    """Development's 404 is the site's own page too: the one whom it meets is a newcomer."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        return not_found(request, Http404()) if response.status_code == 404 else response


def is_readable(request: HttpRequest) -> bool:
    """Tell whether address, cookies and form can be decoded; address and cookies without a NUL."""
    try:
        texts = [request.path, *request.COOKIES.values(), *list_texts(request.GET)]
        request.POST  # noqa: B018  reading it is what may fail
    except UNREADABLE:
        return False
    return not any("\0" in text for text in texts)


def list_texts(query: QueryDict) -> Iterator[str]:
    """Every name and every value."""
    for name, values in query.lists():
        yield name
        yield from map(str, values)


def answer_unreadable() -> HttpResponse:
    """The page of status 400, which needs nothing of the request."""
    return HttpResponseBadRequest(render_to_string("400.html"))
