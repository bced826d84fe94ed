"""The only publisher. A message is a nudge: when it is lost, a sweep finds the row it spoke of."""

import logging
import time
from datetime import timedelta
from functools import partial

from django.db import transaction

from basra_site.celery import app

logger = logging.getLogger(__name__)

COMPUTER_TASK = "games.tasks.play_computer_turn"
NOTICE_TASK = "games.tasks.send_notice"
# After a failure nobody waits for the broker again for so long.
SILENCE = 5.0  # seconds
# An older nudge is of no use: the sweep has offered the turn again by then.
EXPIRES = 60  # seconds

_silent_until = 0.0


def nudge_computer(game_id: int, *, after: timedelta = timedelta()) -> None:
    """Once the transaction is committed, ask a worker for the computer's play."""
    send = partial(_send, COMPUTER_TASK, game_id, after=after)
    transaction.on_commit(send, robust=True)


def nudge_notice(notice_id: int) -> None:
    """Once the transaction is committed, ask a worker for the mail."""
    send = partial(_send, NOTICE_TASK, notice_id, after=timedelta())
    transaction.on_commit(send, robust=True)


def _send(task: str, key: int, *, after: timedelta) -> None:
    global _silent_until
    if time.monotonic() < _silent_until:
        return
    try:
        app.send_task(
            task,
            args=[key],
            countdown=after.total_seconds(),
            expires=after.total_seconds() + EXPIRES,
            ignore_result=True,
            retry=False,
        )
    except Exception as error:
        _silent_until = time.monotonic() + SILENCE
        logger.warning("The broker does not answer (%s); sweeps will do.", type(error).__name__)
