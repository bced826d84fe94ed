"""The language, the time zone and the session of whoever asks."""

from collections.abc import Callable
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation
from django.utils.cache import add_never_cache_headers

from accounts.models import User
from accounts.validators import known_time_zones
from accounts.zones import find_browser_zone

LAST_DAY = "last_day"


class PersonMiddleware:
    """Speaks a member's language in a member's time zone, keeps sessions in use alive, and what
    is told in them out of caches.

    Others are spoken to in the language and the time zone of their browser.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        timezone.deactivate()
        response = self.get_response(request)
        if request.session.accessed and not request.session.is_empty():
            keep_alive(request.session)
            # The page says who is signed in: no cache shows it to the next person.
            add_never_cache_headers(response)
        return response

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_args: Any
    ) -> None:
        if getattr(view, "without_person", False):
            return
        if isinstance(user := request.user, User):
            speak_to(request, user)
        elif zone := find_browser_zone(request):
            timezone.activate(ZoneInfo(zone))


def speak_to(request: HttpRequest, user: User) -> None:
    """Switch the rest of the request to the person's language and time zone."""
    if user.language in dict(settings.LANGUAGES):
        translation.activate(user.language)
        request.LANGUAGE_CODE = translation.get_language()
    if user.time_zone in known_time_zones():
        timezone.activate(ZoneInfo(user.time_zone))


def keep_alive(session: SessionBase) -> None:
    """Count the age of a session from its last day of use, at the price of one write a day."""
    today = timezone.now().date().isoformat()
    if session.get(LAST_DAY) != today:
        session[LAST_DAY] = today
