"""Once more, by the same rules."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from games.services.errors import NoRematch, StillRunning, TooFast, TooManyGames
from games.services.start import rematch as play_again
from games.views.answers import get_seat_or_404, post_only
from games.views.new import explain_refusal


@post_only
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game that follows; where there is none to begin, back to this one."""
    seat = get_seat_or_404(request, public_id)
    try:
        game = play_again(game_id=seat.game_id)
    except (TooManyGames, TooFast) as refusal:
        messages.warning(request, explain_refusal(refusal))
    except (StillRunning, NoRematch):
        pass
    else:
        return redirect(game)
    return redirect("games:game", public_id)
