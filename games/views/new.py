"""Starting a game against the computer: at once, or as the form says."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from games.engine.options import make_options
from games.forms import NewGameForm
from games.models import Game, Level, Preset
from games.players import get_or_make_player
from games.services.errors import Refused, TooManyGames
from games.services.start import start_against_computer
from games.views.answers import post_only

QUICK_TARGET = 121


@post_only
def quick_start(request: HttpRequest) -> HttpResponse:
    """The button at the door: no question asked, no account needed."""
    try:
        game = start_against_computer(
            get_or_make_player(request),
            level=Level.REGULAR,
            preset=Preset.BASRA_2,
            options=make_options(Preset.BASRA_2),
            target=QUICK_TARGET,
        )
    except Refused as refusal:
        messages.warning(request, explain_refusal(refusal))
        return redirect("games:home")
    return redirect(game)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    if request.method != "POST":
        return render(request, "games/new.html", {"form": NewGameForm()})
    form = NewGameForm(request.POST)
    if not form.is_valid():
        return render(request, "games/new.html", {"form": form}, status=422)
    try:
        game = _start(request, form)
    except Refused as refusal:
        form.add_error(None, explain_refusal(refusal))
        return render(request, "games/new.html", {"form": form}, status=429)
    return redirect(game)


def _start(request: HttpRequest, form: NewGameForm) -> Game:
    preset = form.cleaned_data["preset"]
    return start_against_computer(
        get_or_make_player(request),
        level=form.cleaned_data["level"],
        preset=preset,
        options=make_options(preset, form.chosen_options),
        target=form.chosen_target,
    )


def explain_refusal(refusal: Refused) -> str:
    """Why no game was started, for the one who wanted it."""
    if isinstance(refusal, TooManyGames):
        return ngettext(
            "You have %(count)d game running. Finish one before you begin another.",
            "You have %(count)d games running. Finish one before you begin another.",
            refusal.limit,
        ) % {"count": refusal.limit}
    return _("That was quick. Drink a glass of tea, then begin the next game.")
