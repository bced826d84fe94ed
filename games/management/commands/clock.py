"""The clock of a site for trying things: see it, move it ahead."""

import re
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games import clock
from games.services.errors import ClockIsFixed
from games.services.moved_clock import move_ahead

PART = re.compile(r"([0-9]{1,5}) *(minute|hour|day|week)s?")
PARTS = re.compile(rf"{PART.pattern}(( +|, *| and ){PART.pattern})*")
FARTHEST = timedelta(days=3650)


class Command(BaseCommand):
    help = "Shows how far the site's clock is ahead of the world's, and moves it ahead."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--ahead", metavar="TIME", help='How far to move it, such as "3 days" or "90 minutes".'
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["ahead"] is not None:
            self._move(parse_duration(options["ahead"]))
        ahead = clock.get_ahead()
        self.stdout.write(f"ahead of the world: {ahead}")
        self.stdout.write(f"now: {clock.now():%Y-%m-%d %H:%M:%S} UTC")

    def _move(self, by: timedelta) -> None:
        if clock.get_ahead() + by > FARTHEST:
            raise CommandError("Nobody plays for longer than ten years.")
        try:
            move_ahead(by)
        except ClockIsFixed:
            raise CommandError(
                "This site's clock cannot be moved: set BASRA_MOVABLE_CLOCK=yes for all its parts."
            ) from None


def parse_duration(text: str) -> timedelta:
    """ "3 days", "1 day 12 hours", "90 minutes". Raises CommandError."""
    if not PARTS.fullmatch(text.strip()):
        raise CommandError(f'--ahead is a time such as "3 days", not {text!a}.')
    parts = PART.findall(text)
    try:
        return sum((timedelta(**{f"{unit}s": int(number)}) for number, unit in parts), timedelta())
    except (OverflowError, ValueError):  # more than the calendar holds, or than is a number
        raise CommandError("Nobody plays for longer than ten years.") from None
