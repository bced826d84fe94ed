"""Ending a game in two steps: a page that asks, and a button on it that acts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.engine.pair import other
from games.forms import TableForm
from games.models import Game
from games.queries import Table
from games.services.errors import NoLongerYoung, NotRunning, OnHold, Refused, StaleVersion
from games.views.answers import HttpResponseSeeOther
from games.views.game import get_table_or_404, show_game
from games.views.people import person_of
from games.views.refusals import HINDRANCES, NOT_ENDED


@dataclass(frozen=True, slots=True)
class Step:
    """One way to end a game: `act` does it, `was_done` tells whether the player has done it.

    `find_hindrance` is why the player cannot do it now; `name` is that of its address.
    """

    name: str
    template: str
    act: Callable[..., None]
    was_done: Callable[[Table], bool]
    find_hindrance: Callable[[Table], Refused | None]


def take_step(request: HttpRequest, public_id: str, step: Step) -> HttpResponse:
    """GET asks whether it is meant; POST does it, on the table that was asked about."""
    table = get_table_or_404(request, public_id)
    if not table.game.is_running:
        return _tell_over(request, table, step)
    if request.method == "POST":
        return _act(request, table, step)
    return _ask(request, table, step)


def _act(request: HttpRequest, table: Table, step: Step) -> HttpResponse:
    form = TableForm(request.POST)
    if not form.is_valid():
        return _ask(request, table, step, note=form.complaint, status=422)
    game = table.game
    try:
        step.act(game_id=game.pk, seat=table.you, **form.cleaned_data)
    except NotRunning:
        return _tell_over(request, get_table_or_404(request, game.public_id), step)
    except (StaleVersion, OnHold, NoLongerYoung) as refusal:
        now = get_table_or_404(request, game.public_id)
        return _ask(request, now, step, note=str(NOT_ENDED[type(refusal)]), status=409)
    return HttpResponseSeeOther(game.get_absolute_url())


def _tell_over(request: HttpRequest, table: Table, step: Step) -> HttpResponse:
    """A second press of the button finds it done; any other end is told."""
    if request.method != "POST":
        return show_game(request, table)
    if step.was_done(table):
        return HttpResponseSeeOther(table.game.get_absolute_url())
    return show_game(request, table, note=_("This game was over already."), status=409)


def _ask(
    request: HttpRequest, table: Table, step: Step, *, note: str = "", status: int = 200
) -> HttpResponse:
    game, you = table.game, table.you
    hindrance = step.find_hindrance(table)
    context = {
        "them": person_of(table.seats[other(you)]),
        "yours": game.totals[you],
        "theirs": game.totals[other(you)],
        "version": game.version,
        "note": "" if hindrance else note,
        "hindrance": hindrance and _explain(hindrance, game),
        "play_on_url": game.get_absolute_url(),
        "act_url": reverse(step.name, args=[game.public_id]),
    }
    return render(request, step.template, context, status=status)


def _explain(hindrance: Refused, game: Game) -> dict[str, Any]:
    """What stands on the page instead of the question; too late to call it off, one may resign."""
    may_resign = isinstance(hindrance, NoLongerYoung)
    return {
        "title": HINDRANCES[type(hindrance)],
        "words": NOT_ENDED[type(hindrance)],
        "resign_url": reverse("games:resign", args=[game.public_id]) if may_resign else "",
    }
