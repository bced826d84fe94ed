"""Moving the clock of a site for trying things: whoever tests lives through a month in minutes."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F

from games import clock
from games.models import MovedClock, Sweep
from games.services.errors import ClockIsFixed

ONE_ROW = 1


def move_ahead(by: timedelta) -> timedelta:
    """Move the clock of every process ahead, and return how far it is ahead now.

    Sweeps that have just gone round have still just gone round, so that no outage is seen. There
    is no way back: what has happened since would lie ahead. Raises ClockIsFixed where the site
    cannot move its clock, and ValueError for less than nothing.
    """
    if not settings.BASRA_MOVABLE_CLOCK:
        raise ClockIsFixed
    if by < timedelta():
        raise ValueError("a clock is moved ahead only")
    with transaction.atomic():
        MovedClock.objects.get_or_create(pk=ONE_ROW)
        row = MovedClock.objects.select_for_update().get(pk=ONE_ROW)
        ahead: timedelta = row.ahead + by
        row.ahead = ahead
        row.save(update_fields=["ahead"])
        Sweep.objects.update(last_run_at=F("last_run_at") + by)
    clock.forget()
    return ahead
