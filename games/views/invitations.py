"""An offer to play: its page, which never acts, and the three answers to it."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import clock, queries
from games.models import Invitation, InvitationKind, InvitationState, Player
from games.players import get_or_make_player, player_of
from games.presenters.invitations import GONE, InvitationView, Standing, explain_end, head_of
from games.presenters.terms import Terms, describe_terms
from games.services import answers
from games.services.errors import (
    InvitationEnded,
    InviterGone,
    MembersOnly,
    NotInvited,
    OwnInvitation,
    Refused,
    TooFast,
    TooManyGames,
    TooManyUnplayed,
)
from games.services.invitations import find_lifetime
from games.views.answers import post_only
from games.views.limits import explain_limit
from games.views.people import person_of_player

# The offer stands, for others or for later.
ENOUGH = (TooFast, TooManyGames, TooManyUnplayed)
ANSWERED = (InvitationEnded, InviterGone, OwnInvitation)


@never_cache
@require_safe
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Explains who offers what; the buttons on it act."""
    found = _get_or_404(request, token)
    if _must_sign_in(request, found):
        return redirect_to_login(request.path)
    return _show(request, found)


@post_only
def accept_invitation(request: HttpRequest, token: str) -> HttpResponse:
    """Sit down; who has no account does so as a guest, by link or from a mail only."""
    found = _get_or_404(request, token)
    if _must_sign_in(request, found) or _is_for_members(request, found):
        return redirect_to_login(found.get_absolute_url())
    if player_of(request) is None and not _is_open(found):
        return _show(request, found, status=409)
    try:
        game = answers.accept(token, get_or_make_player(request))
    except ENOUGH as refusal:
        messages.warning(request, explain_limit(refusal))
        return redirect(found)
    except MembersOnly:
        return redirect_to_login(found.get_absolute_url())
    except Refused as refusal:
        return _answer_refusal(request, token, refusal)
    return redirect(game)


@post_only
def decline_invitation(request: HttpRequest, token: str) -> HttpResponse:
    found = _get_or_404(request, token)
    if (player := player_of(request)) is None:
        return redirect_to_login(found.get_absolute_url())
    try:
        answers.decline(token, player)
    except Refused as refusal:
        return _answer_refusal(request, token, refusal)
    name = person_of_player(found.inviter_user, found.inviter_guest).isolated
    messages.success(request, _("Declined. %(name)s sees it.") % {"name": name})
    return _leave(found)


@post_only
def withdraw_invitation(request: HttpRequest, token: str) -> HttpResponse:
    found = _get_or_404(request, token)
    if (player := player_of(request)) is None:
        return redirect_to_login(found.get_absolute_url())
    try:
        answers.withdraw(token, player)
    except Refused as refusal:
        return _answer_refusal(request, token, refusal)
    messages.success(request, _("Withdrawn. Nobody can accept it any more."))
    return _leave(found)


def present_invitation(found: Invitation, *, reader: Player | None) -> InvitationView:
    """The invitation as its state is now; its people should have come with it.

    Whose address it went to is nobody's business, and which address only its maker's.
    """
    invitee = (found.invitee_user, found.invitee_guest)
    is_named = any(invitee) and found.kind != InvitationKind.ADDRESS
    return InvitationView(
        token=found.token,
        url=found.get_absolute_url(),
        inviter=person_of_player(found.inviter_user, found.inviter_guest),
        invitee=person_of_player(*invitee) if is_named else None,
        terms=present_terms(found),
        kind=found.kind,
        state=_state_of(found),
        expires_at=found.expires_at,
        address=found.address if found.inviter == reader else "",
    )


def present_terms(found: Invitation) -> Terms:
    return describe_terms(
        preset=found.preset,
        options=found.options,
        target=found.target,
        pace=found.get_pace_display(),
        bank=found.get_bank_display() if found.bank else "",
        stops_for_vacation=found.stops_for_vacation,
    )


def _get_or_404(request: HttpRequest, token: str) -> Invitation:
    """Old links would tell who a former player was: they open their game, and nothing else."""
    try:
        found = queries.get_invitation(token)
    except Invitation.DoesNotExist as error:
        raise Http404 from error
    if queries.is_of_somebody_gone(found) and not queries.is_of_game(found, player_of(request)):
        raise Http404
    return found


def _must_sign_in(request: HttpRequest, found: Invitation) -> bool:
    """Whether it may be for this person, whom we do not know yet: a mail's link leads here."""
    if request.user.is_authenticated or found.inviter == player_of(request):
        return False
    is_named = found.invitee is not None and not found.is_for_anybody
    return is_named and found.invitee_guest_id is None


def _is_for_members(request: HttpRequest, found: Invitation) -> bool:
    return found.kind == InvitationKind.OPEN and not request.user.is_authenticated


def _show(request: HttpRequest, found: Invitation, *, status: int = 200) -> HttpResponse:
    player = player_of(request)
    is_inviter = found.inviter == player
    standing = _find_standing(found, player)
    view = present_invitation(found, reader=player)
    if standing is Standing.OFFERED and player and queries.are_apart(found.inviter, player):
        standing, view = Standing.ENDED, replace(view, state=GONE)
    context: dict[str, Any] = {
        "invitation": view,
        "head": head_of(view, standing),
        "standing": standing,
        "is_inviter": is_inviter,
        "inviter_since": found.inviter_user and found.inviter_user.joined_at,
        "address": settings.SITE_ADDRESS + view.url,
    }
    if standing is Standing.PLAYED:
        context["game"] = found.game
    elif standing is Standing.ENDED:
        lifetime = find_lifetime(InvitationKind(found.kind))
        context["reason"] = explain_end(view, is_inviter=is_inviter, days=lifetime.days)
    return render(request, "games/invitation.html", context, status=status)


def _find_standing(found: Invitation, player: Player | None) -> Standing:
    """Raises Http404 for whom it is none of their business."""
    if queries.is_of_game(found, player):
        return Standing.PLAYED
    is_inviter = found.inviter == player
    if not (is_inviter or found.is_for_anybody or found.invitee == player):
        raise Http404
    if _state_of(found) != InvitationState.OPEN:
        return Standing.ENDED
    return Standing.OWN if is_inviter else Standing.OFFERED


def _state_of(found: Invitation) -> str:
    if found.state != InvitationState.OPEN:
        return found.state
    if found.inviter_user is not None and not found.inviter_user.is_active:
        return GONE
    return InvitationState.OPEN if _is_open(found) else InvitationState.EXPIRED


def _is_open(found: Invitation) -> bool:
    return found.is_open_at(clock.now())


def _answer_refusal(request: HttpRequest, token: str, refusal: Refused) -> HttpResponse:
    """The page says how things stand; what belongs to others is not there."""
    if isinstance(refusal, NotInvited):
        raise Http404 from refusal
    if not isinstance(refusal, ANSWERED):
        raise refusal
    return _show(request, _get_or_404(request, token), status=409)


def _leave(found: Invitation) -> HttpResponse:
    """From a rematch back to the game that it was to follow, from a seat to the others."""
    if found.kind == InvitationKind.OPEN:
        return redirect("games:lobby")
    return redirect(found.rematch_of or "games:home")
