"""Answers that several pages give."""

from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect

from games import queries
from games.models import Seat
from games.players import player_of


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
