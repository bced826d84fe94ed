"""Everything that beat and the workers do, once, by hand."""

from typing import Any

from django.core.management.base import BaseCommand

from games.mail.delivery import deliver_due
from games.services.computer import play_owed_turns
from games.services.housekeeping import keep_house
from games.services.reconciling import reconcile
from games.services.sweeping import sweep_clocks


class Command(BaseCommand):
    help = (
        "Plays the computer's turns, ends games whose time is over, reminds, sends the mails that "
        "are owed, keeps house. Needs no Celery."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"computer's turns played: {play_owed_turns()}")
        for what, number in sweep_clocks().items():
            self.stdout.write(f"{what}: {number}")
        for kind, number in sorted(reconcile().items()):
            self.stdout.write(f"missing mails owed again, {kind}: {number}")
        for state, number in sorted(deliver_due().items()):
            self.stdout.write(f"mails {state}: {number}")
        for what, number in keep_house().items():
            self.stdout.write(f"{what}: {number}")
