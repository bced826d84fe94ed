"""Offers to play: making them, answering them, and the one game that comes of each."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import TypedDict, Unpack

from django.db import transaction

from games import clock
from games.engine.options import Options, check_target
from games.engine.pair import Pair
from games.models import (
    Game,
    Invitation,
    InvitationKind,
    InvitationState,
    Player,
    Preset,
    TimeControl,
)
from games.services import notices
from games.services.errors import (
    InvitationEnded,
    InviteeGone,
    InviterGone,
    NotInvited,
    OwnInvitation,
    PlayerGone,
)
from games.services.invitation_limits import (
    check_may_invite,
    check_not_declined,
    check_not_invited,
)
from games.services.people import Locked, lock_people
from games.services.start import seat_and_deal

LIFETIME = timedelta(days=14)


class Terms(TypedDict):
    """What is offered: the full set of options, a target as in R5.2, the time to think."""

    preset: Preset | str
    options: Options
    target: int
    time: TimeControl


@dataclass(frozen=True, slots=True)
class _Held:
    """An invitation under its lock, with whoever answers it and whoever made it."""

    invitation: Invitation
    player: Player
    inviter: Locked


def invite_by_link(inviter_user_id: int, **terms: Unpack[Terms]) -> Invitation:
    """An offer to whoever opens its link first.

    Raises BadOption as `start_game` does, InviterGone, TooManyInvitations and TooFast.
    """
    inviter = Player(user_id=inviter_user_id)
    with transaction.atomic():
        check_may_invite(lock_people([inviter])[inviter])
        return store_invitation(InvitationKind.LINK, inviter, None, terms=terms)


def invite_player(inviter_user_id: int, invitee_user_id: int, **terms: Unpack[Terms]) -> Invitation:
    """An offer to one member.

    Raises also OwnInvitation, InviteeGone, AlreadyInvited and DeclinedLately.
    """
    inviter, invitee = Player(user_id=inviter_user_id), Player(user_id=invitee_user_id)
    if inviter == invitee:
        raise OwnInvitation
    with transaction.atomic():
        locked = lock_people([inviter, invitee])
        check_may_invite(locked[inviter])
        if not locked[invitee].is_active:
            raise InviteeGone
        check_not_invited(inviter, invitee)
        check_not_declined(inviter, invitee)
        return store_invitation(InvitationKind.NAMED, inviter, invitee, terms=terms)


def accept(token: str, player: Player) -> Game:
    """The game of the inviter, in seat 0, and the player. Accepted twice, it is the same game.

    Raises Invitation.DoesNotExist, InvitationEnded, OwnInvitation, NotInvited and InviterGone.
    """
    with _hold(token, player) as held:
        return _find_own_game(held) or _accept(held)


def decline(token: str, player: Player) -> None:
    """Say no, once for all. A link can be declined by any member but its maker.

    Raises Invitation.DoesNotExist, InvitationEnded, OwnInvitation and NotInvited.
    """
    with _hold(token, player) as held:
        if held.player == held.inviter.player:
            raise OwnInvitation
        if not _is_for(held) or (held.player.is_guest and held.invitation.invitee is None):
            raise NotInvited
        _end(held.invitation, InvitationState.DECLINED)


def withdraw(token: str, player: Player) -> None:
    """Take back one's own offer. Raises Invitation.DoesNotExist, InvitationEnded and NotInvited."""
    with _hold(token, player) as held:
        if held.player != held.inviter.player:
            raise NotInvited
        _end(held.invitation, InvitationState.WITHDRAWN)


def withdraw_all_of(player: Player) -> int:
    """End every open offer from the player and to the player; returns how many."""
    mine = Invitation.objects.from_player(player).end_open(InvitationState.WITHDRAWN)
    return mine + Invitation.objects.to_player(player).end_open(InvitationState.DECLINED)


def expire_due() -> int:
    """End what nobody answered in time; returns how many."""
    return Invitation.objects.all().expire()


def store_invitation(
    kind: InvitationKind,
    inviter: Player,
    invitee: Player | None,
    *,
    terms: Terms,
    rematch_of: Game | None = None,
) -> Invitation:
    """Write the offer, for people whom the caller holds under their locks, with its mail."""
    now = clock.now()
    invitation = Invitation.objects.create(
        kind=kind,
        inviter_user_id=inviter.user_id,
        inviter_guest_id=inviter.guest_id,
        invitee_user_id=invitee.user_id if invitee else None,
        invitee_guest_id=invitee.guest_id if invitee else None,
        preset=Preset(terms["preset"]),
        options=asdict(terms["options"]),
        target=check_target(terms["target"]),
        pace=terms["time"].pace,
        bank=terms["time"].bank,
        stops_for_vacation=terms["time"].stops_for_vacation,
        rematch_of=rematch_of,
        created_at=now,
        expires_at=now + LIFETIME,
    )
    notices.owe_invited(invitation)
    return invitation


@contextmanager
def _hold(token: str, player: Player) -> Iterator[_Held]:
    found = Invitation.objects.get(token=token)
    with transaction.atomic():
        locked = _lock_both(found.inviter, player)
        yield _Held(
            invitation=Invitation.objects.for_update().get(pk=found.pk),
            player=locked[player].player,
            inviter=locked[found.inviter],
        )


def _lock_both(inviter: Player, player: Player) -> dict[Player, Locked]:
    """A browser may not know that its guest has been erased: that is a stranger."""
    try:
        locked = lock_people([inviter, player])
    except PlayerGone:
        raise NotInvited from None
    if not locked[player].is_active:
        raise NotInvited
    return locked


def _find_own_game(held: _Held) -> Game | None:
    """The game of an accepted invitation, for who sits in it."""
    game = held.invitation.game
    sits = game is not None and game.seats.filter(**held.player.columns).exists()
    return game if sits else None


def _accept(held: _Held) -> Game:
    invitation = held.invitation
    if held.player == held.inviter.player:
        raise OwnInvitation
    if not _is_for(held):
        raise NotInvited
    if not held.inviter.is_active:
        raise InviterGone
    _check_open(invitation)
    invitation.game = seat_and_deal(
        seats=Pair(held.inviter.player, held.player),
        preset=invitation.preset,
        options=invitation.rules,
        target=invitation.target,
        time=invitation.time_control,
        rematch_of=invitation.rematch_of,
    )
    _end(invitation, InvitationState.ACCEPTED)
    notices.owe_accepted(invitation)
    return invitation.game


def _is_for(held: _Held) -> bool:
    return held.invitation.invitee in (None, held.player)


def _check_open(invitation: Invitation) -> None:
    if invitation.state != InvitationState.OPEN:
        raise InvitationEnded(InvitationState(invitation.state))
    if not invitation.is_open_at(clock.now()):
        raise InvitationEnded(InvitationState.EXPIRED)


def _end(invitation: Invitation, state: InvitationState) -> None:
    """Once only: who asks for the end that has come already has what was asked for."""
    if invitation.state == state:
        return
    _check_open(invitation)
    invitation.state = state
    invitation.ended_at = clock.now()
    invitation.save(update_fields=["state", "ended_at", "game"])
