"""Compare what is stored about games with what their moves come to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.errors import quote
from games.models import Game
from games.queries.audit import audit_games


class Command(BaseCommand):
    help = "Recomputes every game from its packs and moves and lists what does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="GAME", help="Public ids; all games where none is given."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chosen = options["games"]
        check_exist(chosen)
        looked_at, wrong = 0, 0
        for public_id, differences in audit_games(chosen or None):
            looked_at += 1
            wrong += bool(differences)
            for difference in differences:
                self.stdout.write(f"{public_id}: {difference}")
        if wrong:
            raise CommandError(f"{wrong} of {looked_at} games do not fit their moves.")
        self.stdout.write(f"{looked_at} games fit their moves.")


def check_exist(public_ids: list[str]) -> None:
    # What is no plain text is not even asked for: a database may refuse to take it.
    asked = [public_id for public_id in public_ids if public_id.isascii()]
    found = Game.objects.filter(public_id__in=asked).values_list("public_id", flat=True)
    if missing := sorted(set(public_ids) - set(found)):
        raise CommandError(f"There is no game {', '.join(map(quote, missing))}.")
