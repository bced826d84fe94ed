"""Giving up."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.pair import other
from games.models import EndedBy
from games.queries import Table
from games.services.errors import OnHold, Refused
from games.services.resign import resign as give_up
from games.views.two_steps import Step, take_step


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def resign(request: HttpRequest, public_id: str) -> HttpResponse:
    return take_step(request, public_id, RESIGNING)


def _has_resigned(table: Table) -> bool:
    game = table.game
    return game.ended_by == EndedBy.RESIGN and game.winner == other(table.you)


def _find_hindrance(table: Table) -> Refused | None:
    return OnHold() if table.game.is_held else None


RESIGNING = Step(
    name="games:resign",
    template="games/resign.html",
    act=give_up,
    was_done=_has_resigned,
    find_hindrance=_find_hindrance,
)
