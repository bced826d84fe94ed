"""Time in which nobody watched the clocks is nobody's loss."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Coalesce

from games import clock
from games.models import Game, Outage, Sweep

SWEEP = "clocks"
# A sweep that comes so late finds that there was an outage.
MOST_LATE = timedelta(minutes=10)


def get_longest_silence() -> timedelta:
    """How long the clocks may be left alone: ten minutes, and the time between two sweeps where
    they are made by hand."""
    every: timedelta = settings.SWEEP_EVERY
    return every + MOST_LATE


def credit() -> Outage | None:
    """Put off every deadline by the time since the last sweep, if that was too long ago.

    Once, whoever comes at the same moment: the row of the sweep is held meanwhile, and says then
    that the clocks are watched again. A site whose clocks were never swept has lost nothing.
    """
    now = clock.now()
    with transaction.atomic():
        silent = Sweep.objects.select_for_update().filter(
            name=SWEEP, last_run_at__lt=now - get_longest_silence()
        )
        sweep = silent.first()
        if sweep is None:
            return None
        _put_off_all(now - sweep.last_run_at, at=now)
        outage = Outage.objects.create(began_at=sweep.last_run_at, ended_at=now)
        sweep.last_run_at = now
        sweep.save(update_fields=["last_run_at"])
        return outage


def record_sweep() -> None:
    """Note that the clocks have been swept; never an earlier moment than is noted already."""
    now = clock.now()
    sweep, _ = Sweep.objects.get_or_create(name=SWEEP, defaults={"last_run_at": now})
    Sweep.objects.filter(pk=sweep.pk, last_run_at__lt=now).update(last_run_at=now)


def _put_off_all(gap: timedelta, *, at: datetime) -> None:
    """Who has had the last reminder gets one of the new deadline."""
    running = Game.objects.filter(deadline_at__isnull=False)
    # In the house's order first: an UPDATE alone takes the rows as it finds them.
    list(running.for_update().order_by("pk").values_list("pk", flat=True))
    running.update(
        bank_at=F("bank_at") + gap,
        deadline_at=F("deadline_at") + gap,
        remind_at=Coalesce(F("remind_at") + gap, at),
    )
