"""The only source of now; callers write `clock.now()`, so that it can be moved."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime, timedelta

from django.apps import apps
from django.conf import settings
from django.utils import timezone

# However often it is asked for: every process of a site follows a move within so long.
KNOWN_FOR = 1.0  # seconds

_stopped_at: ContextVar[datetime | None] = ContextVar("stopped_at", default=None)
_known: tuple[float, timedelta] | None = None


def now() -> datetime:
    """The present moment, with its time zone."""
    return _stopped_at.get() or timezone.now() + get_ahead()


def get_ahead() -> timedelta:
    """How far this site's clock has been moved; only a site for trying things can move it."""
    global _known
    if not settings.BASRA_MOVABLE_CLOCK:
        return timedelta()
    read_at = time.monotonic()
    if _known is None or read_at - _known[0] >= KNOWN_FOR:
        _known = read_at, _read_ahead()
    return _known[1]


def forget() -> None:
    """Look again at how far the clock has been moved, the next time that somebody asks."""
    global _known
    _known = None


@contextmanager
def stopped_at(moment: datetime) -> Iterator[None]:
    """Within the block, and this thread, it is that moment."""
    token = _stopped_at.set(moment)
    try:
        yield
    finally:
        _stopped_at.reset(token)


def _read_ahead() -> timedelta:
    # By name: the models lie above, and ask for the time themselves.
    rows = apps.get_model("games", "MovedClock").objects.values_list("ahead", flat=True)
    ahead: timedelta | None = rows.first()
    return ahead or timedelta()
