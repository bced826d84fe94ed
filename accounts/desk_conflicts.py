"""On whom a member of the staff must not act."""

from collections.abc import Callable, Iterable

from django.utils.translation import gettext_lazy as _

from accounts.models import User

CONFLICT = _(
    "This concerns you yourself, or somebody with whom you are playing."
    " Somebody else on the staff must do this."
)

CompanionFinder = Callable[[User], Iterable[int]]

_finders: list[CompanionFinder] = []


def is_answerable(person: User, *, to: User) -> bool:
    """Whether forms and acts about the person are open to this member of the staff.

    Superusers alone act on staff; those who sit at no desk but may do everything are staff too.
    """
    return to.is_superuser or not (person.is_staff or person.is_superuser)


def register_companions(find: CompanionFinder) -> CompanionFinder:
    """Name the keys of those with whom a person has to do just now; usable as a decorator."""
    _finders.append(find)
    return find


def list_companions(actor: User) -> frozenset[int]:
    """The keys of the people to whom the actor is no staff: companions, and always the actor."""
    return frozenset({actor.pk}).union(*(find(actor) for find in _finders))
