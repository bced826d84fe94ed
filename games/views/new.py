"""Beginning a game: against the computer at once, with a person by an invitation."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.limits import lasting
from accounts.models import User
from games import queries
from games.engine.options import make_options
from games.forms import NewGameForm
from games.forms.new_game import BY_MAIL, BY_NAME, DOORS, NOBODY_SO_CALLED, OPEN_SEAT
from games.models import Game, Invitation, Level, Preset
from games.players import get_or_make_player
from games.services.errors import (
    AlreadyInvited,
    HasBlocked,
    InvitedLately,
    InviteeGone,
    NotToBeAsked,
    OwnInvitation,
    Refused,
)
from games.services.invitations import (
    Terms,
    invite_address,
    invite_by_link,
    invite_player,
    offer_seat,
)
from games.services.start import start_against_computer
from games.views.answers import post_only
from games.views.limits import explain_limit

QUICK_TARGET = 121
# Said beside the field that names them.
OF_THE_OTHER = (HasBlocked, NotToBeAsked, OwnInvitation, InvitedLately)


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
        messages.warning(request, explain_limit(refusal))
        return redirect("games:home")
    return redirect(game)


@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """`to` in the address is the public id of the member to be invited, `who` the door."""
    member = request.user if isinstance(request.user, User) else None
    if request.method != "POST":
        form = NewGameForm(member=member, initial=_list_wishes(request, member))
        return _show(request, form)
    form = NewGameForm(request.POST, member=member)
    if not form.is_valid():
        return _show(request, form, status=422)
    return _begin(request, form)


def _begin(request: HttpRequest, form: NewGameForm) -> HttpResponse:
    try:
        made = _invite(form) or _start(request, form)
    except AlreadyInvited as refusal:
        messages.info(request, _("This invitation is open already: withdraw it to change it."))
        return redirect(refusal.invitation)
    except InviteeGone:
        form.add_error("name", NOBODY_SO_CALLED)
        return _show(request, form, status=422)
    except OF_THE_OTHER as refusal:
        form.add_error(form.field_of_other, explain_limit(refusal))
        return _show(request, form, status=422)
    except Refused as refusal:
        form.add_error(None, explain_limit(refusal))
        return _show(request, form, status=429)
    return redirect(made)


def _invite(form: NewGameForm) -> Invitation | None:
    if form.member is None or form.is_against_computer:
        return None
    terms = Terms(
        preset=form.cleaned_data["preset"],
        options=form.chosen_options,
        target=form.chosen_target,
        time=form.chosen_time,
    )
    if form.invitee is not None:
        return invite_player(form.member.pk, form.invitee.pk, **terms)
    if form.cleaned_data["who"] == BY_MAIL:
        with lasting(settings.JOINING_LASTS):
            return invite_address(form.member.pk, form.cleaned_data["address"], **terms)
    if form.cleaned_data["who"] == OPEN_SEAT:
        return offer_seat(form.member.pk, **terms)
    return invite_by_link(form.member.pk, **terms)


def _start(request: HttpRequest, form: NewGameForm) -> Game:
    return start_against_computer(
        get_or_make_player(request),
        level=form.cleaned_data["level"],
        preset=form.cleaned_data["preset"],
        options=form.chosen_options,
        target=form.chosen_target,
    )


def _list_wishes(request: HttpRequest, member: User | None) -> dict[str, Any]:
    wanted = request.GET.get("to", "")
    invitee = queries.find_member_by_public_id(wanted) if wanted and member else None
    if invitee is None or invitee == member:
        who = request.GET.get("who", "")
        return {"who": who} if who in dict(DOORS) else {}
    return {"who": BY_NAME, "name": invitee.name}


def _show(request: HttpRequest, form: NewGameForm, *, status: int = 200) -> HttpResponse:
    return render(request, "games/new.html", {"form": form}, status=status)
