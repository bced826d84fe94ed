"""From one game that waits to the next, by deadline."""

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.players import player_of


@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Lead to the first game that waits, or to the one behind `after`, which has been skipped.

    After the last a page says so. A game that no longer waits has not been skipped. Whoever comes
    from a mail may have to sign in first.
    """
    player = player_of(request)
    if player is None:
        return redirect_to_login(request.get_full_path())
    awaited = queries.list_awaited(player)
    skipped = awaited[: _find_place(awaited, find_skipped(request))]
    ahead = awaited[len(skipped) :]
    if ahead:
        return HttpResponseRedirect(_make_table_url(ahead[0], skipped=next(iter(skipped[-1:]), "")))
    return render(request, "games/next.html", {"skipped": len(skipped)})


def _find_place(awaited: list[str], skipped: str) -> int:
    """How many games one has passed over with the last of them."""
    return awaited.index(skipped) + 1 if skipped in awaited else 0


def find_skipped(request: HttpRequest) -> str:
    """The last of the games that were passed over, as address or form say; empty for nonsense."""
    wish = (request.POST or request.GET).get("after", "")
    return wish if wish.isalnum() and wish.isascii() else ""


def make_next_url(skipped: str = "") -> str:
    """The address of the next game; `skipped` is the last of those that were passed over."""
    address = reverse("games:next")
    return f"{address}?after={skipped}" if skipped else address


def _make_table_url(public_id: str, *, skipped: str) -> str:
    """The table, which remembers where one is among the games that wait."""
    address = reverse("games:game", args=[public_id])
    return f"{address}?after={skipped}" if skipped else address
