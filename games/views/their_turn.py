"""What one can do while the other side lets one wait: give time, or ask for a play by mail."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clock, queries
from games.engine.pair import other
from games.forms import GiftForm, TableForm
from games.queries import Table
from games.services import gifts, nudges
from games.services.errors import Refused
from games.views.answers import HttpResponseSeeOther, post_only
from games.views.deadline import present_deadline
from games.views.game import get_table_or_404, show_game
from games.views.people import people_of
from games.views.refusals import NOT_GIVEN, NOT_NUDGED
from games.views.time_panel import describe_gift


@never_cache
@require_safe
def their_turn(request: HttpRequest, public_id: str) -> HttpResponse:
    """Asks what is meant; the buttons on it act. On one's own turn it leads to the table."""
    table = get_table_or_404(request, public_id)
    if not table.game.is_running or table.game.is_turn_of(table.you):
        return HttpResponseRedirect(table.game.get_absolute_url())
    return _show(request, table)


@post_only
def give_time(request: HttpRequest, public_id: str) -> HttpResponse:
    """A day more for the other side's turn."""
    return _act(request, public_id, GiftForm(request.POST), gifts.give_time, told=_tell_given)


@post_only
def nudge(request: HttpRequest, public_id: str) -> HttpResponse:
    """A mail to the other side, whose turn it is."""
    return _act(request, public_id, TableForm(request.POST), nudges.nudge, told=_tell_asked)


def _act(
    request: HttpRequest,
    public_id: str,
    form: TableForm,
    act: Callable[..., Any],
    *,
    told: Callable[[Table], str],
) -> HttpResponse:
    """`told` is what one hears of it when it is done."""
    table = get_table_or_404(request, public_id)
    if not form.is_valid():
        return _show(request, table, note=form.complaint, status=422)
    try:
        act(game_id=table.game.pk, seat=table.you, **form.cleaned_data)
    except Refused:
        return _refuse(request, public_id)
    messages.success(request, told(get_table_or_404(request, public_id)))
    return HttpResponseSeeOther(reverse("games:their_turn", args=[public_id]))


def _tell_given(table: Table) -> str:
    """Until when the turn lasts now; without it where they have played meanwhile."""
    them = people_of(table.seats)[other(table.you)]
    deadline = present_deadline(table.game, you=table.you, them=them, now=clock.now())
    if deadline is None or deadline.at is None or table.game.is_turn_of(table.you):
        return _("Given.")
    words = {"name": them.at_start, "until": deadline.text}
    return _("Given. %(name)s has %(until)s.") % words


def _tell_asked(table: Table) -> str:
    name = people_of(table.seats)[other(table.you)].at_start
    return _("Asked. %(name)s gets one mail.") % {"name": name}


def _refuse(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page says how things stand by now; what is not offered any more needs no words."""
    table = get_table_or_404(request, public_id)
    if not table.game.is_running or table.game.is_turn_of(table.you):
        note = _("%(name)s has played meanwhile.") if table.game.is_running else ""
        name = people_of(table.seats)[other(table.you)].at_start
        return show_game(request, table, note=note % {"name": name}, status=409)
    return _show(request, table, status=409)


def _show(request: HttpRequest, table: Table, *, note: str = "", status: int = 200) -> HttpResponse:
    game, you, now = table.game, table.you, clock.now()
    them = people_of(table.seats)[other(you)]
    added = queries.get_added_time(game, now=now)
    no_gift = gifts.find_refusal(game, you)
    no_nudge = nudges.find_refusal(game, you, now)
    context = {
        "them": them,
        "deadline": present_deadline(game, you=you, them=them, now=now),
        "game": game,
        "note": note,
        "given": added.count_gifts_of(you),
        "has_given": added.count_gifts_of(you, since=game.last_play_at) > 0,
        "gift_hours": gifts.GIFT // timedelta(hours=1),
        "gifts_left": gifts.MOST_GIFTS - added.count_gifts_of(you),
        "gifts": [(gift.at, describe_gift(gift, you=you, them=them)) for gift in added.gifts],
        "no_gift": no_gift and NOT_GIVEN[type(no_gift)],
        "no_nudge": no_nudge and NOT_NUDGED[type(no_nudge)],
    }
    return render(request, "games/their_turn.html", context, status=status)
