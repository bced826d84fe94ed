"""The only source of now; callers write `clock.now()`, so that it can be moved."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime

from django.utils import timezone

_stopped_at: ContextVar[datetime | None] = ContextVar("stopped_at", default=None)


def now() -> datetime:
    """The present moment, with its time zone."""
    return _stopped_at.get() or timezone.now()


@contextmanager
def stopped_at(moment: datetime) -> Iterator[None]:
    """Within the block, and this thread, it is that moment."""
    token = _stopped_at.set(moment)
    try:
        yield
    finally:
        _stopped_at.reset(token)
