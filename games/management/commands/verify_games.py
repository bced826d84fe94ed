"""Compare what is stored about games with what their moves come to."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Game
from games.queries.audit import audit_games


class Command(BaseCommand):
    help = "Recomputes every game from its packs and moves and lists what does not fit."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "games", nargs="*", metavar="GAME", help="Public ids; all games where none is given."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        looked_at, wrong = 0, 0
        for game, differences in audit_games(_list_chosen(options["games"])):
            looked_at += 1
            wrong += bool(differences)
            for difference in differences:
                self.stdout.write(f"{game.public_id}: {difference}")
        if wrong:
            raise CommandError(f"{wrong} of {looked_at} games do not fit their moves.")
        self.stdout.write(f"{looked_at} games fit their moves.")


def _list_chosen(public_ids: list[str]) -> Any:
    if not public_ids:
        return None
    games = Game.objects.filter(public_id__in=public_ids)
    missing = set(public_ids) - {game.public_id for game in games}
    if missing:
        raise CommandError(f"There is no game {', '.join(sorted(missing))}.")
    return iter(games)
