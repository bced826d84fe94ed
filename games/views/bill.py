"""A round that is over: its bill, and the proof of its shuffle."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import queries
from games.models import Round, Seat
from games.players import player_of
from games.presenters.bill import present_bill
from games.presenters.presets import PRESET_NAMES
from games.queries import FinishedRound
from games.views.game import table_url
from games.views.people import people_of
from games.views.scene import make_played_round


@never_cache
@require_safe
def bill(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The arithmetic of a finished round; a round that was cut off has its proof only."""
    found = _get_round_or_404(request, public_id, number)
    people = people_of(found.seats)
    played = make_played_round(found)
    context = {
        "bill": played and present_bill(played, people=people, seat=found.seat),
        "found": found,
        "leader": people[found.round.dealer],
        "people": people,
        "preset": PRESET_NAMES[found.game.preset],
        "is_news": found.seat is not None and _is_news(found),
        "next_url": _next_url(found),
        "you_lead": found.round.dealer == found.seat,
        "proof_url": reverse("games:proof", args=[public_id, number]),
        "proof_name": _proof_name(public_id, number),
    }
    return render(request, "games/round.html", context)


@require_safe
def proof(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Everything that one needs to check the shuffle of a finished round elsewhere."""
    found = _get_round_or_404(request, public_id, number)
    response = JsonResponse(
        {
            "game": public_id,
            "round": number,
            "version": found.derivation,
            "seed": found.seed,
            "commitment": found.round.commitment,
            "dealer": found.round.dealer,
            "pack": found.pack,
        }
    )
    name = _proof_name(public_id, number)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _get_round_or_404(request: HttpRequest, public_id: str, number: int) -> FinishedRound:
    try:
        return queries.get_finished_round(public_id, player_of(request), number)
    except (Seat.DoesNotExist, Round.DoesNotExist) as error:
        raise Http404 from error


def _proof_name(public_id: str, number: int) -> str:
    return f"basra-{public_id}-{number}.json"


def _is_news(found: FinishedRound) -> bool:
    """Whether it is the last round that ended, after which the game goes on or is over."""
    last = found.game.round_number - 1 if found.game.is_running else found.game.round_number
    return found.round.number == last


def _next_url(found: FinishedRound) -> str:
    """The table as it goes on; the result, if the match is over."""
    if found.game.is_running:
        return table_url(found.game.public_id, found.game.round_number)
    return found.game.get_absolute_url()
