"""Who is here, by what they ask for."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse

from accounts.zones import find_browser_zone
from games.players import is_visit, player_of
from games.services.presence import note_visit_of_guest, note_visit_of_member


class PresenceMiddleware:
    """Notes when each person was last here. A view that knows no person notes nobody."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_args: Any
    ) -> None:
        if getattr(view, "without_person", False) or not is_visit(request):
            return
        if request.user.is_authenticated:
            note_visit_of_member(request.user.pk, seen_at=request.user.last_seen_at)
        elif (guest := player_of(request)) is not None:
            note_visit_of_guest(guest.key, time_zone=find_browser_zone(request))
