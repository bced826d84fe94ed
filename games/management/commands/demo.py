"""Fill a development database with people and games."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.services import demo


class Command(BaseCommand):
    help = "Fills a development database with people and games to look at."

    def handle(self, *args: Any, **options: Any) -> None:
        if not settings.DEBUG:
            raise CommandError("The demo is for a development database, not for a site in use.")
        if demo.is_filled():
            self.stdout.write("The demo's people are here already.")
            return
        try:
            games = demo.fill()
        except demo.NameTaken as taken:
            raise CommandError(
                f"The demo has added nothing: {taken} is taken already. Use another database."
            ) from None
        running = sum(game.is_running for game in games)
        self.stdout.write(f"{len(games)} games, {running} of them running. Sign in as:")
        for character in demo.CAST:
            self.stdout.write(f"  {character.email}  ({character.name})")
        self.stdout.write(f"with the password: {demo.PASSWORD}")
