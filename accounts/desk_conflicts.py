"""On whom a member of the staff must not act, and of what they see no log."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User

CONFLICT = _(
    "This concerns you yourself, or somebody with whom you are playing."
    " Somebody else on the staff must do this."
)

CompanionFinder = Callable[[User], Iterable[int]]

RowFinder = Callable[[User | AnonymousUser], Iterable[QuerySet[Any]]]

_finders: list[CompanionFinder] = []
_row_finders: list[RowFinder] = []


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


def register_own_rows(find: RowFinder) -> RowFinder:
    """Name the rows in which a person has a side; usable as a decorator."""
    _row_finders.append(find)
    return find


def list_own_rows(reader: User | AnonymousUser) -> Iterator[QuerySet[Any]]:
    """The rows of which the reader sees nothing at the desk, nor what the staff did to them."""
    for find in _row_finders:
        yield from find(reader)
