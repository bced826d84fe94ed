"""Make somebody who has an account a member of staff."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.models import User


class Command(BaseCommand):
    help = "Gives an account that exists the whole staff's desk (/admin/)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the account's e-mail address")

    def handle(self, *args: Any, **options: Any) -> None:
        address = options["address"].strip().lower()
        if not promote(address):
            raise CommandError(f"Nobody has an account with the address {address!a}.")
        self.stdout.write(f"{address} is staff now: /admin/")


def promote(address: str) -> bool:
    """Whether there was somebody to promote."""
    # Bytes that are no text are not even asked for: no database takes them.
    people = User.objects.filter(email=address) if address.isprintable() else User.objects.none()
    return bool(people.update(is_staff=True, is_superuser=True))
