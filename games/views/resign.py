"""Giving up, in two steps."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.pair import other
from games.forms import ResignForm
from games.models import EndedBy
from games.queries import Table
from games.services.errors import NotRunning, StaleVersion
from games.services.resign import resign as give_up
from games.views.answers import HttpResponseSeeOther
from games.views.game import get_table_or_404, show_game
from games.views.people import person_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    """GET asks whether it is meant; POST does it, on the table that was asked about."""
    table = get_table_or_404(request, public_id)
    if request.method == "POST" and table.game.is_running:
        return _act(request, table)
    if not table.game.is_running:
        return _tell_over(request, table)
    return _ask(request, table)


def _act(request: HttpRequest, table: Table) -> HttpResponse:
    form = ResignForm(request.POST)
    if not form.is_valid():
        return _ask(request, table, note=form.complaint, status=422)
    game = table.game
    try:
        give_up(game_id=game.pk, seat=table.you, **form.cleaned_data)
    except StaleVersion:
        note = _("The table has moved on since you asked. Look at it once more.")
        return _ask(request, get_table_or_404(request, game.public_id), note=note, status=409)
    except NotRunning:
        return _tell_over(request, get_table_or_404(request, game.public_id))
    return HttpResponseSeeOther(game.get_absolute_url())


def _tell_over(request: HttpRequest, table: Table) -> HttpResponse:
    """A second press of the button finds the game given up; any other end is told."""
    if request.method != "POST":
        return show_game(request, table)
    if table.game.ended_by == EndedBy.RESIGN and table.game.winner == other(table.you):
        return HttpResponseSeeOther(table.game.get_absolute_url())
    return show_game(request, table, note=_("This game was over already."), status=409)


def _ask(request: HttpRequest, table: Table, *, note: str = "", status: int = 200) -> HttpResponse:
    game, you = table.game, table.you
    context = {
        "them": person_of(table.seats[other(you)]),
        "yours": game.totals[you],
        "theirs": game.totals[other(you)],
        "version": game.version,
        "note": note,
        "play_on_url": game.get_absolute_url(),
        "resign_url": reverse("games:resign", args=[game.public_id]),
    }
    return render(request, "games/resign.html", context, status=status)
