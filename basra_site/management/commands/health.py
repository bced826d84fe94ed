"""For those who watch over a server: is what must happen by itself still happening?"""

from typing import Any

from django.core.management import BaseCommand, CommandError

from basra_site.pulse import list_ills, take_pulse


class Command(BaseCommand):
    help = (
        "Prints when each sweep last ran, how long a computer's turn, a deadline and a mail wait, "
        "and how much goes on; exit status 1 if anything is ill."
    )
    requires_system_checks = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        signs = take_pulse()
        for sign in signs:
            self.stdout.write(str(sign))
        if ills := list_ills(signs):
            raise CommandError(" ".join(ills))
