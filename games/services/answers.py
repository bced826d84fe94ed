"""Answering offers to play, and the one game that comes of each."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction

from games import clock
from games.engine.pair import Pair
from games.models import (
    Game,
    Invitation,
    InvitationKind,
    InvitationState,
    Notice,
    NoticeKind,
    Player,
)
from games.queries import are_apart
from games.services import notices
from games.services.errors import (
    InvitationEnded,
    InviterGone,
    MembersOnly,
    NotInvited,
    OwnInvitation,
    PlayerGone,
)
from games.services.invitation_limits import check_may_run, check_may_take_seat
from games.services.people import Locked, lock_people
from games.services.start import seat_and_deal


@dataclass(frozen=True, slots=True)
class _Held:
    """An invitation under its lock, with whoever answers it and whoever made it."""

    invitation: Invitation
    player: Player
    inviter: Locked


def accept(token: str, player: Player) -> Game:
    """The game of the inviter, in seat 0, and the player. Accepted twice, it is the same game.

    Raises Invitation.DoesNotExist, InvitationEnded, OwnInvitation, NotInvited, MembersOnly,
    InviterGone, TooManyGames and TooManyUnplayed.
    """
    with _hold(token, player) as held:
        return _find_own_game(held) or _accept(held)


def decline(token: str, player: Player) -> None:
    """Say no, once for all. Any member may who holds the link, but for its maker; nobody declines
    an open seat.

    Raises Invitation.DoesNotExist, InvitationEnded, OwnInvitation, NotInvited and InviterGone.
    """
    with _hold(token, player) as held:
        if held.player == held.inviter.player:
            raise OwnInvitation
        if not _may_decline(held):
            raise NotInvited
        if are_apart(held.player, held.inviter.player):
            raise InviterGone
        _end(held.invitation, InvitationState.DECLINED)


def withdraw(token: str, player: Player) -> None:
    """Take back one's own offer. Raises Invitation.DoesNotExist, InvitationEnded and NotInvited."""
    with _hold(token, player) as held:
        if held.player != held.inviter.player:
            raise NotInvited
        _end(held.invitation, InvitationState.WITHDRAWN)


def withdraw_all_of(player: Player) -> int:
    """End every open offer from the player and to the player; returns how many.

    One to an address stays as it is for whoever holds its link: an end would tell its maker that
    the address had an account.
    """
    received = Invitation.objects.to_player(player)
    by_address = received.filter(kind=InvitationKind.ADDRESS, state=InvitationState.OPEN)
    by_address.update(invitee_user=None)
    ended = Invitation.objects.from_player(player).end_open(InvitationState.WITHDRAWN)
    ended += received.end_open(InvitationState.DECLINED)
    _forget_addresses()
    return ended


def expire_due() -> int:
    """End what nobody answered in time; returns how many."""
    ended = Invitation.objects.all().expire()
    _forget_addresses()
    return ended


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
    _check_may_accept(held)
    _check_open(invitation)
    check_may_run(held.player)
    if invitation.kind == InvitationKind.OPEN:
        check_may_take_seat(held.player)
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


def _check_may_accept(held: _Held) -> None:
    if held.player == held.inviter.player:
        raise OwnInvitation
    if not _is_for(held):
        raise NotInvited
    if held.player.is_guest and held.invitation.kind == InvitationKind.OPEN:
        raise MembersOnly
    if not held.inviter.is_active or are_apart(held.player, held.inviter.player):
        raise InviterGone


def _is_for(held: _Held) -> bool:
    return held.invitation.is_for_anybody or held.invitation.invitee == held.player


def _may_decline(held: _Held) -> bool:
    if not held.invitation.is_for_anybody:
        return _is_for(held)
    return held.invitation.kind != InvitationKind.OPEN and not held.player.is_guest


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
    invitation.address = ""
    invitation.save(update_fields=["state", "ended_at", "game", "address"])
    if invitation.kind == InvitationKind.ADDRESS:
        _forget_addresses()


def _forget_addresses() -> None:
    """Of an invitation that is over, no mail tells any more to which address it went."""
    to_addresses = Notice.objects.filter(kind=NoticeKind.INVITED, user=None, guest=None)
    ended = to_addresses.filter(invitation__ended_at__isnull=False)
    ended.exclude(address="").update(address="")
