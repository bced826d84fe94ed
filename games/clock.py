"""The only source of now; callers write `clock.now()`, so that tests can move it."""

from datetime import datetime

from django.utils import timezone


def now() -> datetime:
    """The present moment, with its time zone."""
    return timezone.now()
