"""Once more, by the same rules."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.models import User
from games import queries
from games.engine.pair import as_seat
from games.models import Game, Guest, Player, Seat
from games.players import player_of
from games.presenters.invitations import RematchView
from games.services.errors import (
    DeclinedLately,
    HasBlocked,
    InviteeGone,
    InviterGone,
    NotToBeAsked,
    OwnInvitation,
    PlayerGone,
    StillRunning,
    TooFast,
    TooManyGames,
    TooManyInvitations,
)
from games.services.rematch import offer_rematch
from games.views.answers import get_seat_or_404, post_only
from games.views.limits import explain_limit

LIMITS = (TooManyGames, TooManyInvitations, TooFast, DeclinedLately, PlayerGone, HasBlocked)


@post_only
def rematch(request: HttpRequest, public_id: str) -> HttpResponse:
    """The game that follows, or the offer of it; where there is none, back to this one."""
    seat = get_seat_or_404(request, public_id)
    try:
        made = offer_rematch(game_id=seat.game_id, seat=as_seat(seat.index))
    except LIMITS as refusal:
        messages.warning(request, explain_limit(refusal))
    except (InviteeGone, InviterGone, NotToBeAsked):
        messages.warning(request, _("The other side is not here to be asked."))
    except OwnInvitation:
        messages.warning(
            request, _("You have played both sides of this game: there is nobody to ask.")
        )
    except StillRunning:
        pass
    else:
        return redirect(made if isinstance(made, Game) else seat.game)
    return redirect("games:game", public_id)


def present_rematch(request: HttpRequest, game: Game, *, them: Seat) -> RematchView:
    """What can be done about a rematch, for one of the two who played the game with the other."""
    found = queries.find_rematch(game)
    offer = found.offer
    return RematchView(
        game_id=game.public_id,
        next_url=found.game.get_absolute_url() if found.game else "",
        token=offer.token if offer else "",
        is_yours=offer is not None and offer.inviter == player_of(request),
        is_against_computer=game.computer_seat is not None,
        is_alone=them.guest is not None and _is_own_guest(request, them.guest),
        is_gone=them.user is not None and _cannot_ask(request, them.user),
        expires_at=offer.expires_at if offer else None,
    )


def _cannot_ask(request: HttpRequest, user: User) -> bool:
    you = player_of(request)
    return not user.is_active or (
        you is not None and queries.are_apart(you, Player(user_id=user.pk))
    )


def _is_own_guest(request: HttpRequest, guest: Guest) -> bool:
    return guest.claimed_by_id is not None and guest.claimed_by_id == request.user.pk
