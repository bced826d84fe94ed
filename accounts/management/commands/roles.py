"""Make the groups of the staff, as `migrate` does."""

from typing import Any

from django.core.management.base import BaseCommand

from accounts.roles import ROLES, set_up_roles


class Command(BaseCommand):
    help = "Gives the groups of the staff the permissions that docs/decisions/roles.md names."

    def handle(self, *args: Any, **options: Any) -> None:
        set_up_roles()
        self.stdout.write(", ".join(ROLES))
