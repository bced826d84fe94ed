"""Calling a game off while it has hardly begun."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import EndedBy
from games.queries import Table
from games.services.abort import abort as call_off
from games.services.abort import can_abort
from games.services.errors import NoLongerYoung, OnHold, Refused
from games.views.two_steps import Step, take_step


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def abort(request: HttpRequest, public_id: str) -> HttpResponse:
    return take_step(request, public_id, CALLING_OFF)


def _has_called_off(table: Table) -> bool:
    act = table.last_act
    return table.game.ended_by == EndedBy.ABORT and act is not None and act.seat == table.you


def _find_hindrance(table: Table) -> Refused | None:
    if table.game.is_held:
        return OnHold()
    return None if can_abort(table.game.pk, table.you) else NoLongerYoung()


CALLING_OFF = Step(
    name="games:abort",
    template="games/abort.html",
    act=call_off,
    was_done=_has_called_off,
    find_hindrance=_find_hindrance,
)
