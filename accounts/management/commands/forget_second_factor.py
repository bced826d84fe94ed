"""Help somebody who has lost the phone and the codes for emergencies."""

from argparse import ArgumentParser
from typing import Any

from allauth.mfa.models import Authenticator
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.management.people import get_person
from accounts.sessions import sign_out_everywhere


class Command(BaseCommand):
    help = (
        "Forgets a person's second factor and signs them out everywhere. "
        "Be sure that you know who asks: the next to sign in sets up a new one."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the account's e-mail address")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        person = get_person(options["address"])
        found = Authenticator.objects.filter(user=person)
        if not found.exists():
            raise CommandError(f"{person.email} has no second factor.")
        found.delete()
        sign_out_everywhere(person)
        self.stdout.write(f"{person.email} signs in without a second factor now.")
