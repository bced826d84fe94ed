"""For those who watch over a server: is what must happen by itself still happening?"""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from django.core.management import BaseCommand, CommandError

from games import clock, queries
from games.models import Sweep
from games.services.computer import SWEEP

# Sweeps go round every 30 seconds, and a turn lost on the way comes with one of the next.
LONGEST_SILENCE = timedelta(minutes=2)
LONGEST_DEBT = timedelta(minutes=2)


class Command(BaseCommand):
    help = (
        "Prints when the last sweep ran and how long a computer's turn waits; exit status 1 if ill."
    )
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        silence, debt = find_silence(), queries.oldest_computer_turn_owed()
        self.stdout.write(f"last sweep: {describe(silence)}")
        self.stdout.write(f"oldest computer's turn owed: {describe(debt)}")
        ills = list(list_ills(silence, debt))
        if ills:
            raise CommandError(" ".join(ills))


def find_silence() -> timedelta | None:
    """How long ago the sweep of owed turns ran; None if it never did."""
    sweep = Sweep.objects.filter(name=SWEEP).first()
    return None if sweep is None else clock.now() - sweep.last_run_at


def list_ills(silence: timedelta | None, debt: timedelta | None) -> Iterator[str]:
    if silence is None or silence > LONGEST_SILENCE:
        yield "The sweep does not run: look at beat and at the worker for mail."
    if debt is not None and debt > LONGEST_DEBT:
        yield "The computer does not play: look at the worker for the computer."


def describe(age: timedelta | None) -> str:
    return "none" if age is None else f"{age.total_seconds():.0f} s"
