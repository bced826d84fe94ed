"""Going on vacation, in two steps, and coming back."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import clock, queries
from games.forms.vacation import VacationForm
from games.models import Vacation
from games.presenters.moments import tell_moment
from games.presenters.vacation import StayLine, tell_hours
from games.queries import ClockRow, Stays
from games.services.errors import AlreadyAway, EndsTooSoon, NoHoursLeft, PlayerGone
from games.services.vacations import begin_vacation
from games.services.vacations import end_vacation as come_back
from games.stays import Stay, find_last_moment, start_of
from games.views.answers import HttpResponseSeeOther, post_only
from games.views.deadline import present_deadline
from games.views.people import person_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def vacation(request: HttpRequest) -> HttpResponse:
    """GET shows and asks whether it is meant; POST of the same fields begins."""
    if not request.user.is_authenticated:
        return render(request, "games/vacation_out.html")
    if request.method == "POST":
        return _begin(request)
    if "end" not in request.GET:
        return _show(request, VacationForm(now=clock.now()))
    form = VacationForm(request.GET, now=clock.now())
    return _ask(request, form) if form.is_valid() else _show(request, form, status=422)


@post_only
@login_required
def end_vacation(request: HttpRequest) -> HttpResponse:
    come_back(_key_of(request))
    messages.success(request, _("Welcome back. Your clocks go on, each with an hour at least."))
    return HttpResponseSeeOther(reverse("games:home"))


def _begin(request: HttpRequest) -> HttpResponse:
    form = VacationForm(request.POST, now=clock.now())
    if not form.is_valid():
        return _show(request, form, status=422)
    try:
        begin_vacation(_key_of(request), until=form.until)
    except AlreadyAway:
        pass  # a second press of the button
    except (NoHoursLeft, EndsTooSoon, PlayerGone):
        return _show(request, form, status=409)
    return HttpResponseSeeOther(reverse("games:vacation"))


def _show(request: HttpRequest, form: VacationForm, *, status: int = 200) -> HttpResponse:
    """What is so now: away or not, with the games and the stays of this year."""
    stays = queries.list_stays(_key_of(request), form.now)
    context = {
        **_describe(request, stays),
        "form": form,
        "vacation": stays.lasting,
        "saved": stays.lasting and queries.find_saved_opponent(stays.lasting),
        "stays": [_describe_stay(stays, row) for row in stays.rows],
        "new_hours_at": start_of(stays.year + 1),
    }
    return render(request, "games/vacation.html", context, status=status)


def _ask(request: HttpRequest, form: VacationForm) -> HttpResponse:
    # The moment from which the form counts: one of its own would cost an hour that has begun.
    stays = queries.list_stays(_key_of(request), form.now)
    if stays.lasting or not stays.hours_left:
        return _show(request, form)
    wanted, last = form.until, find_last_moment(stays.now, left=stays.hours_left)
    until = min(wanted or last, last)
    context = {
        **_describe(request, stays),
        "fields": {name: form.data.get(name, "") for name in form.fields},
        "is_open": wanted is None,
        "is_shortened": wanted is not None and wanted > last,
        "until": tell_moment(until, now=stays.now),
        "cost": tell_hours(Stay(stays.now, until).hours),
    }
    return render(request, "games/vacation_ask.html", context)


def _describe(request: HttpRequest, stays: Stays) -> dict[str, Any]:
    clocks = queries.list_clocks(_key_of(request))
    return {
        "stopping": [_describe_clock(row, stays) for row in clocks.stopping],
        "going_on": [_describe_clock(row, stays) for row in clocks.going_on],
        "hours_left": tell_hours(stays.hours_left) if stays.hours_left else "",
    }


def _describe_clock(row: ClockRow, stays: Stays) -> dict[str, Any]:
    them = person_of(row.other)
    return {
        "them": them,
        "url": row.game.get_absolute_url(),
        "pace": row.game.get_pace_display(),
        "is_your_turn": row.is_your_turn,
        "is_held": row.game.is_held,
        "deadline": present_deadline(row.game, you=row.you, them=them, now=stays.now),
    }


def _describe_stay(stays: Stays, row: Vacation) -> StayLine:
    return StayLine(
        began_at=row.began_at,
        ended_at=row.ended_at,
        hours=tell_hours(stays.count(row)),
        began_by_itself=row.began_by_itself,
    )


def _key_of(request: HttpRequest) -> int:
    return int(request.user.pk or 0)
