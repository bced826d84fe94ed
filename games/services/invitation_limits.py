"""How often anybody may offer games. Asked for people whom the caller holds under their locks."""

from datetime import timedelta

from django.db.models import Count, Q

from games import clock
from games.models import Invitation, InvitationKind, InvitationState, Player
from games.services.errors import (
    AlreadyInvited,
    DeclinedLately,
    InviterGone,
    TooFast,
    TooManyInvitations,
)
from games.services.people import Locked

MOST_OPEN = 30
MOST_AN_HOUR = 60
"""Of all kinds together; rematches against the computer are bounded with its games."""
NO_LASTS = timedelta(days=1)


def check_may_invite(inviter: Locked) -> None:
    """Whether they may offer one more game. Raises InviterGone, TooManyInvitations and TooFast."""
    if not inviter.is_active:
        raise InviterGone
    now = clock.now()
    counts = Invitation.objects.from_player(inviter.player).aggregate(
        open=Count("pk", filter=Q(state=InvitationState.OPEN, expires_at__gt=now)),
        recent=Count("pk", filter=Q(created_at__gt=now - timedelta(hours=1))),
    )
    if counts["open"] >= MOST_OPEN:
        raise TooManyInvitations(MOST_OPEN)
    if counts["recent"] >= MOST_AN_HOUR:
        raise TooFast


def check_not_declined(inviter: Player, invitee: Player) -> None:
    """Whether the one has not just said no to the other. Raises DeclinedLately."""
    between = Invitation.objects.from_player(inviter).to_player(invitee)
    lately = between.filter(ended_at__gt=clock.now() - NO_LASTS)
    if lately.filter(state=InvitationState.DECLINED).exists():
        raise DeclinedLately


def check_not_invited(inviter: Player, invitee: Player) -> None:
    """Whether no invitation by name is open between them. Raises AlreadyInvited."""
    between = Invitation.objects.from_player(inviter).to_player(invitee)
    named = between.filter(kind=InvitationKind.NAMED)
    named.expire()
    if waiting := named.filter(state=InvitationState.OPEN).first():
        raise AlreadyInvited(waiting)
