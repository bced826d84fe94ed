"""Keeping two members apart: neither is offered a game with the other; running games go on."""

from django.db import transaction

from games.models import Block, Invitation, InvitationKind, InvitationState, Player
from games.services.people import lock_people


def block(user_id: int, other_id: int) -> None:
    """Keep the other away; twice is as once.

    What the two have offered each other by name is over; the other hears no more than that.
    """
    if user_id == other_id:
        raise ValueError("nobody blocks oneself")
    you, them = Player(user_id=user_id), Player(user_id=other_id)
    with transaction.atomic():
        lock_people([you, them])
        Block.objects.get_or_create(blocker_id=user_id, blocked_id=other_id)
        # One to an address stays: its maker must not learn whose address it is.
        offers = Invitation.objects.exclude(kind=InvitationKind.ADDRESS)
        offers.from_player(you).to_player(them).end_open(InvitationState.WITHDRAWN)
        offers.from_player(them).to_player(you).end_open(InvitationState.DECLINED)


def unblock(user_id: int, other_id: int) -> None:
    """Take it back."""
    Block.objects.filter(blocker=user_id, blocked=other_id).delete()
