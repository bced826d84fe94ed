"""Make somebody who has an account a member of staff."""

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand

from accounts.management.people import get_person
from accounts.models import User
from accounts.roles import ROLES, set_up_roles


class Command(BaseCommand):
    help = "Gives an account that exists the staff's desk (/admin/): a role's part of it, or all."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("address", help="the account's e-mail address")
        parser.add_argument(
            "--role", choices=sorted(ROLES), help="what the work needs; without it, everything"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        person = get_person(options["address"])
        if options["role"]:
            give_role(person, options["role"])
        else:
            give_everything(person)
        what = options["role"] or "superuser"
        self.stdout.write(f"{person.email} is staff now ({what}): /admin/")


def give_role(person: User, role: str) -> None:
    """Add the role to what the person may do already."""
    set_up_roles()
    person.groups.add(Group.objects.get(name=role))
    User.objects.filter(pk=person.pk).update(is_staff=True)


def give_everything(person: User) -> None:
    """Make the person a superuser."""
    User.objects.filter(pk=person.pk).update(is_staff=True, is_superuser=True)
