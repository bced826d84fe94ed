"""What the site owes, for those who watch over it."""

from datetime import timedelta

from games import clock
from games.models import Game


def oldest_computer_turn_owed() -> timedelta | None:
    """How long the computer's oldest turn has waited; None where it owes none."""
    owed = Game.objects.filter(computer_due_at__isnull=False, held_at__isnull=True).order_by(
        "last_play_at"
    )
    since = owed.values_list("last_play_at", flat=True).first()
    return None if since is None else clock.now() - since
