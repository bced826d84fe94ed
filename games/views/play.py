"""One play from the page."""

from django.http import HttpRequest, HttpResponse

from games import queries
from games.engine.errors import IllegalPlay
from games.engine.pair import as_seat
from games.forms import PlayForm
from games.models import Seat
from games.services.errors import NotRunning, NotYourTurn, OnHold, Refused, StaleVersion
from games.services.play import play_card
from games.views.answers import HttpResponseSeeOther, get_seat_or_404, post_only
from games.views.game import get_table_or_404, show_game, table_url
from games.views.next_game import find_skipped
from games.views.refusals import ILLEGAL, LATE


@post_only
def play(request: HttpRequest, public_id: str) -> HttpResponse:
    """Play the card and lead to what came of it; a refused play shows the table, and why."""
    seat = get_seat_or_404(request, public_id)
    form = PlayForm(request.POST)
    if not form.is_valid():
        return _refuse(request, public_id, note=form.complaint, status=422)
    try:
        outcome = play_card(game_id=seat.game_id, seat=as_seat(seat.index), **form.cleaned_data)
    except IllegalPlay as error:
        return _refuse(request, public_id, note=str(ILLEGAL[error.reason]), status=422)
    except (StaleVersion, OnHold, NotYourTurn, NotRunning) as error:
        return _answer_late(request, public_id, seat, form=form, error=error)
    seen = outcome.ended_round or outcome.round_number
    return HttpResponseSeeOther(table_url(public_id, seen, skipped=find_skipped(request)))


def _answer_late(
    request: HttpRequest, public_id: str, seat: Seat, *, form: PlayForm, error: Refused
) -> HttpResponse:
    """A second press of the same button finds its play made; anything else is told."""
    made = queries.find_round_of_play(
        seat, seq=form.cleaned_data["version"] + 1, card=form.cleaned_data["card"]
    )
    if made is not None:
        return HttpResponseSeeOther(table_url(public_id, made, skipped=find_skipped(request)))
    return _refuse(request, public_id, note=str(LATE[type(error)]), status=409)


def _refuse(request: HttpRequest, public_id: str, *, note: str, status: int) -> HttpResponse:
    table = get_table_or_404(request, public_id)
    return show_game(request, table, note=note, status=status)
