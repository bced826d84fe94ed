"""Everything that beat and the workers do, once, by hand."""

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand

from games import clock
from games.mail.delivery import deliver_due
from games.models import Outage
from games.services.computer import play_owed_turns
from games.services.housekeeping import keep_house
from games.services.reconciling import reconcile
from games.services.sweeping import sweep_clocks


class Command(BaseCommand):
    help = (
        "Plays the computer's turns, ends games whose time is over, reminds, sends the mails that "
        "are owed, keeps house. Needs no Celery; SWEEP_MINUTES says how often it is run."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"computer's turns played: {play_owed_turns()}")
        self._sweep_clocks()
        for kind, number in sorted(reconcile().items()):
            self.stdout.write(f"missing mails owed again, {kind}: {number}")
        for state, number in sorted(deliver_due().items()):
            self.stdout.write(f"mails {state}: {number}")
        for what, number in keep_house().items():
            self.stdout.write(f"{what}: {number}")

    def _sweep_clocks(self) -> None:
        """An outage is told in words: no clock ran out meanwhile, however late the sweep."""
        began_at = clock.now()
        for what, number in sweep_clocks().items():
            self.stdout.write(f"{what}: {number}")
        for outage in Outage.objects.filter(ended_at__gte=began_at):
            minutes = round((outage.ended_at - outage.began_at) / timedelta(minutes=1))
            self.stdout.write(
                f"Nobody had watched the clocks for {minutes} minutes: every deadline is so much "
                "later now. If sweeps are meant to be so rare, set SWEEP_MINUTES."
            )
