"""For those who watch over a server: is what must happen by itself still happening?"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.management import BaseCommand, CommandError

from games import clock, queries
from games.models import Sweep
from games.queries.owed import LONGEST_DEBT, LONGEST_SILENCE
from games.services.computer import SWEEP


@dataclass(frozen=True, slots=True)
class Pulse:
    """How long ago the sweep of owed turns ran (None: never), and what waits for how long."""

    silence: timedelta | None
    turn_owed: timedelta | None
    notice_owed: timedelta | None
    parked: int


class Command(BaseCommand):
    help = (
        "Prints when the last sweep ran, how long a computer's turn and a mail wait, and how many "
        "mails were given up; exit status 1 if anything is ill."
    )
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        pulse = take_pulse()
        self.stdout.write(f"last sweep: {describe(pulse.silence)}")
        self.stdout.write(f"oldest computer's turn owed: {describe(pulse.turn_owed)}")
        self.stdout.write(f"oldest notice owed: {describe(pulse.notice_owed)}")
        self.stdout.write(f"parked notices: {pulse.parked}")
        ills = list(list_ills(pulse))
        if ills:
            raise CommandError(" ".join(ills))


def take_pulse() -> Pulse:
    sweep = Sweep.objects.filter(name=SWEEP).first()
    return Pulse(
        silence=None if sweep is None else clock.now() - sweep.last_run_at,
        turn_owed=queries.oldest_computer_turn_owed(),
        notice_owed=queries.oldest_notice_owed(),
        parked=queries.count_parked_notices(),
    )


def list_ills(pulse: Pulse) -> Iterator[str]:
    """Parked notices are none: they wait for a person, and the machine does what it should."""
    if pulse.silence is None or pulse.silence > LONGEST_SILENCE[SWEEP]:
        yield "The sweep does not run: look at beat and at the worker for mail."
    if pulse.turn_owed is not None and pulse.turn_owed > LONGEST_DEBT:
        yield "The computer does not play: look at the worker for the computer."
    if pulse.notice_owed is not None and pulse.notice_owed > LONGEST_DEBT:
        yield "Mail does not go out: look at the worker for mail and at the mail server."


def describe(age: timedelta | None) -> str:
    return "none" if age is None else f"{age.total_seconds():.0f} s"
