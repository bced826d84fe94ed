"""What this room does when people come."""

from typing import Any

from django.dispatch import receiver
from django.http import HttpRequest

from accounts.signals import joined
from games.players import SESSION_KEY
from games.services.guests import claim_guest


@receiver(joined, dispatch_uid="games.keep_games_of_guest")
def keep_games_of_guest(*, user: Any, request: HttpRequest, **_: Any) -> None:
    """Whoever played as a guest and signs in keeps the games."""
    guest_id = request.session.get(SESSION_KEY)
    if guest_id is None:
        return
    claim_guest(guest_id=guest_id, user_id=user.pk)
    request.session.pop(SESSION_KEY, None)
