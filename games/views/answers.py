"""Answers that several pages give."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseNotAllowed,
    HttpResponseRedirect,
)
from django.urls import reverse

from games import queries
from games.models import Seat
from games.players import player_of

View = Callable[..., HttpResponse]


class HttpResponseSeeOther(HttpResponseRedirect):
    """After a POST: the answer is on another page."""

    status_code = 303


def is_htmx(request: HttpRequest) -> bool:
    """Whether a part of the page is asked for."""
    return request.headers.get("HX-Request") == "true"


def go_to_page(request: HttpRequest, address: str) -> HttpResponse:
    """Lead to a whole page, also from within one that asked for a part."""
    if is_htmx(request):
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    return HttpResponseRedirect(address)


def get_seat_or_404(request: HttpRequest, public_id: str) -> Seat:
    """The seat of whoever asks; everybody else hears that there is nothing."""
    try:
        return queries.get_seat(public_id, player_of(request))
    except Seat.DoesNotExist as error:
        raise Http404 from error


def post_only(view: View) -> View:
    """Acts on POST alone. GET, from a restored tab or a typed address, leads to the page with the
    button: that of the game or of the invitation, or the door."""

    @wraps(view)
    def act_or_lead(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if request.method == "POST":
            return view(request, **arguments)
        if request.method in ("GET", "HEAD"):
            return HttpResponseRedirect(_page_with_button(arguments))
        return HttpResponseNotAllowed(["GET", "HEAD", "POST"])

    return act_or_lead


def _page_with_button(arguments: dict[str, Any]) -> str:
    if not arguments:
        return reverse("games:home")
    return reverse("games:invitation" if "token" in arguments else "games:game", kwargs=arguments)
