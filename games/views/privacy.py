"""Closing a finished game to others, and opening it again."""

from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from games.engine.pair import as_seat
from games.services.errors import StillRunning
from games.services.privacy import close_to_others, open_to_others
from games.views.answers import HttpResponseSeeOther, get_seat_or_404, post_only


@post_only
def privacy(request: HttpRequest, public_id: str) -> HttpResponse:
    """`show` says what is wished: "players" only, or everybody. Anything else changes nothing."""
    seat = get_seat_or_404(request, public_id)
    wish = {"players": close_to_others, "everybody": open_to_others}.get(
        request.POST.get("show", "")
    )
    try:
        if wish is not None:
            wish(game_id=seat.game_id, seat=as_seat(seat.index))
    except StillRunning:
        pass
    return HttpResponseSeeOther(reverse("games:game", args=[public_id]))
