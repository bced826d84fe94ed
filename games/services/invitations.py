"""Offering a game: by link, to a member by name, to an address, as an open seat."""

from dataclasses import asdict
from datetime import timedelta
from typing import Any, TypedDict, Unpack

from django.db import transaction

from accounts.addresses import clean_address
from games import clock
from games.engine.options import Options, check_target
from games.models import Game, Invitation, InvitationKind, Player, Preset, TimeControl
from games.queries import are_apart, find_member_at, has_blocked
from games.services import notices
from games.services.address_stops import make_mailbox_digest
from games.services.errors import HasBlocked, InviteeGone, NotToBeAsked, OwnInvitation
from games.services.invitation_limits import (
    check_may_invite,
    check_may_offer_seat,
    check_may_write,
    check_not_declined,
    check_not_invited,
    check_not_written,
)
from games.services.people import lock_people

LIFETIME = timedelta(days=14)
SEAT_LIFETIME = timedelta(days=7)


class Terms(TypedDict):
    """What is offered: the full set of options, a target as in R5.2, the time to think."""

    preset: Preset | str
    options: Options
    target: int
    time: TimeControl


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

    Raises also OwnInvitation, InviteeGone, HasBlocked, NotToBeAsked, AlreadyInvited and
    DeclinedLately.
    """
    inviter, invitee = Player(user_id=inviter_user_id), Player(user_id=invitee_user_id)
    if inviter == invitee:
        raise OwnInvitation
    with transaction.atomic():
        locked = lock_people([inviter, invitee])
        check_may_invite(locked[inviter])
        if not locked[invitee].is_active:
            raise InviteeGone
        check_not_apart(inviter, invitee)
        check_not_invited(inviter, invitee)
        check_not_declined(inviter, invitee)
        return store_invitation(InvitationKind.NAMED, inviter, invitee, terms=terms)


def invite_address(inviter_user_id: int, address: str, **terms: Unpack[Terms]) -> Invitation:
    """An offer to whoever reads the mail there.

    What comes of it is the same whether or not the address has an account, wants no mail, or is
    that of somebody who has blocked the inviter. Raises also OwnInvitation, NoProvenAddress,
    TooManyAddresses and InvitedLately, and ValidationError for what is no address.
    """
    inviter, address = Player(user_id=inviter_user_id), clean_address(address)
    with transaction.atomic():
        check_may_invite(lock_people([inviter])[inviter])
        check_may_write(inviter)
        invitee = find_member_at(address)
        if inviter == invitee:
            raise OwnInvitation
        check_not_written(make_mailbox_digest(address))
        return store_invitation(
            InvitationKind.ADDRESS, inviter, invitee, terms=terms, address=address
        )


def offer_seat(inviter_user_id: int, **terms: Unpack[Terms]) -> Invitation:
    """An offer to every member, in the lobby.

    Raises as `invite_by_link`, and TooManySeats.
    """
    inviter = Player(user_id=inviter_user_id)
    with transaction.atomic():
        check_may_invite(lock_people([inviter])[inviter])
        check_may_offer_seat(inviter)
        return store_invitation(InvitationKind.OPEN, inviter, None, terms=terms)


def find_lifetime(kind: InvitationKind) -> timedelta:
    return SEAT_LIFETIME if kind == InvitationKind.OPEN else LIFETIME


def check_not_apart(inviter: Player, invitee: Player) -> None:
    """Whether the one may offer the other a game. Raises HasBlocked, in front of NotToBeAsked."""
    if inviter.user_id is None or invitee.user_id is None:
        return
    if has_blocked(inviter.user_id, invitee.user_id):
        raise HasBlocked
    if are_apart(inviter, invitee):
        raise NotToBeAsked


def store_invitation(
    kind: InvitationKind,
    inviter: Player,
    invitee: Player | None,
    *,
    terms: Terms,
    rematch_of: Game | None = None,
    address: str = "",
) -> Invitation:
    """Write the offer, for people whom the caller holds under their locks, with its mail."""
    now = clock.now()
    invitation = Invitation.objects.create(
        kind=kind,
        inviter_user_id=inviter.user_id,
        inviter_guest_id=inviter.guest_id,
        invitee_user_id=invitee.user_id if invitee else None,
        invitee_guest_id=invitee.guest_id if invitee else None,
        **_write_terms(terms),
        address=address,
        address_digest=make_mailbox_digest(address) if address else "",
        rematch_of=rematch_of,
        created_at=now,
        expires_at=now + find_lifetime(kind),
    )
    notices.owe_invited(invitation)
    return invitation


def _write_terms(terms: Terms) -> dict[str, Any]:
    """As columns of the offer."""
    return {
        "preset": Preset(terms["preset"]),
        "options": asdict(terms["options"]),
        "target": check_target(terms["target"]),
        **asdict(terms["time"]),
    }
