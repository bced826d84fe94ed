"""Offers to play, as pages need them."""

from dataclasses import dataclass
from datetime import timedelta

from games import clock
from games.models import Game, Invitation, InvitationKind, InvitationState, Player
from games.queries.blocks import is_apart_from

TOLD_FOR = timedelta(days=7)
WITH_PEOPLE = ("inviter_user", "inviter_guest", "invitee_user", "invitee_guest")


@dataclass(frozen=True, slots=True)
class Invitations:
    """What waits for an answer, what expires first in front.

    `received` are the player's to answer; `sent` are the player's own, those of the last week that
    were declined among them.
    """

    received: tuple[Invitation, ...] = ()
    sent: tuple[Invitation, ...] = ()


@dataclass(frozen=True, slots=True)
class Rematch:
    """What has come after a game: another one, or an open offer of it, or nothing yet."""

    game: Game | None = None
    offer: Invitation | None = None


def get_invitation(token: str) -> Invitation:
    """With its people and its game. Raises Invitation.DoesNotExist."""
    return Invitation.objects.select_related(*WITH_PEOPLE, "game", "rematch_of").get(token=token)


def is_of_game(invitation: Invitation, player: Player | None) -> bool:
    """Whether the player sits in the game that came of it."""
    if invitation.game is None or player is None:
        return False
    return invitation.game.seats.filter(**player.columns).exists()


def is_of_somebody_gone(invitation: Invitation) -> bool:
    """Whether one of its people has closed the account. Of one to an address only the inviter
    counts: nobody learns whose address it is."""
    people = [invitation.inviter_user]
    if invitation.kind != InvitationKind.ADDRESS:
        people.append(invitation.invitee_user)
    return any(user is not None and user.closed_at is not None for user in people)


def list_invitations_of(player: Player | None) -> Invitations:
    """The player's, in one query."""
    if player is None:
        return Invitations()
    now = clock.now()
    received = Invitation.objects.to_player(player).open_at(now)
    received = received.exclude(is_apart_from(player, "inviter_user"))
    mine = Invitation.objects.from_player(player)
    declined = mine.filter(state=InvitationState.DECLINED, ended_at__gt=now - TOLD_FOR)
    found = list(
        (received | mine.open_at(now) | declined)
        .select_related(*WITH_PEOPLE)
        .order_by("expires_at", "pk")
    )
    return Invitations(
        received=tuple(row for row in found if row.inviter != player and _is_here(row)),
        sent=tuple(row for row in found if row.inviter == player and not is_of_somebody_gone(row)),
    )


def find_rematch(game: Game) -> Rematch:
    """What has come after a finished game. At most two queries."""
    if followed := Game.objects.filter(rematch_of=game).first():
        return Rematch(game=followed)
    offers = Invitation.objects.filter(rematch_of=game).open_at(clock.now())
    return Rematch(offer=offers.first())


def _is_here(invitation: Invitation) -> bool:
    """Nobody can play with an account that is suspended or closed."""
    return invitation.inviter_user is None or invitation.inviter_user.is_active
