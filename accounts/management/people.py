"""What the commands about people have in common."""

from django.core.management.base import CommandError

from accounts.addresses import fold_address
from accounts.models import User


def get_person(address: str) -> User:
    """The person with the address; raises CommandError where there is none."""
    wanted = fold_address(address)
    # Bytes that are no text are not even asked for: no database takes them.
    found = User.objects.filter(email=wanted).first() if wanted.isprintable() else None
    if found is None:
        raise CommandError(f"Nobody has an account with the address {wanted!a}.")
    return found
