"""Reminders before time runs out: each of its deadline, the row of the game says when."""

import logging

from django.db import transaction

from games import clock
from games.models import Game, NoticeKind
from games.services import notices
from games.services.clocks import pass_reminder

logger = logging.getLogger(__name__)

AT_ONCE = 1000


def remind_due() -> int:
    """Owe a reminder to everybody whose time for it has come; returns in how many games."""
    due = Game.objects.to_remind(clock.now()).values_list("pk", flat=True)
    return sum(_try_to_remind(game_id) for game_id in list(due[:AT_ONCE]))


def _try_to_remind(game_id: int) -> bool:
    """One game of which nobody can be reminded keeps no other waiting."""
    try:
        return _remind(game_id)
    except Exception as error:
        logger.error("Nobody was reminded of game %d (%s).", game_id, type(error).__qualname__)
        return False


@transaction.atomic
def _remind(game_id: int) -> bool:
    """Looks again under the lock: a play, or another sweep, may have come meanwhile."""
    now = clock.now()
    game = Game.objects.for_update().to_remind(now).filter(pk=game_id).first()
    if game is None:
        return False
    due = pass_reminder(game, at=now)
    game.save(update_fields=["remind_at"])
    notices.owe_reminder(game, NoticeKind(due.value))
    return True
