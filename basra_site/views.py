"""Pages of the site as a whole: what it keeps of people, what it asks of them, how to write to it,
and what it says where there is nothing to see.
"""

from datetime import timedelta

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django.views.defaults import page_not_found

from basra_site.pulse import Heart
from games.services import housekeeping, idle_games, invitations

GAMES = "/games/"

heart = Heart()


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html", _list_ages())


def _list_ages() -> dict[str, int]:
    """How long what is kept, in days."""
    return {
        "signed_in": timedelta(seconds=settings.SESSION_COOKIE_AGE).days,
        "unproven": housekeeping.UNPROVEN_AGE.days,
        "idle": idle_games.IDLE_AGE.days,
        "mail": housekeeping.NOTICE_AGE.days,
        "vacation": housekeeping.VACATION_AGE.days,
        "lifted": housekeeping.LIFTED_AGE.days,
        "invitation": invitations.LIFETIME.days,
    }


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "site/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "site/contact.html", {"address": settings.CONTACT_ADDRESS})


@require_safe
@never_cache
def health(_request: HttpRequest) -> HttpResponse:
    """For monitors: 200 where all is well, else 503. It knows nobody and tells no secret."""
    report = heart.listen()
    answer = {"is_well": report.is_well, **report.figures}
    return JsonResponse(answer, status=200 if report.is_well else 503)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing is here; nor is there at a game's address for whoever has not signed in.

    The latter hears the same whether there is such a game or not.
    """
    if request.user.is_authenticated or not request.path.startswith(GAMES):
        return page_not_found(request, exception)
    return render(request, "404_game.html", {"back": _find_way_back(request)}, status=404)


def _find_way_back(request: HttpRequest) -> str:
    """The page that was asked for; for the address of a button, its game's page."""
    if request.method in ("GET", "HEAD"):
        return request.get_full_path()
    public_id = request.path.removeprefix(GAMES).partition("/")[0]
    return f"{GAMES}{public_id}/"
