"""On whom a member of the staff must not act."""

from accounts.models import User


def is_answerable(person: User, *, to: User) -> bool:
    """Whether forms and acts about the person are open to this member of the staff.

    Superusers alone act on staff; those who sit at no desk but may do everything are staff too.
    """
    return to.is_superuser or not (person.is_staff or person.is_superuser)
