"""People under their locks. Those of games come after them (games/services/people.py)."""

from django.db.models import Q

from accounts.errors import AlreadyClosed, LastSuperuser
from accounts.models import User


def lock_open_account(user: User) -> User:
    """The person as they are now, locked until the transaction ends; only inside one.

    Raises AlreadyClosed.
    """
    return _check_open(User.objects.select_for_update(no_key=True).get(pk=user.pk))


def lock_to_shut_out(user: User) -> User:
    """As `lock_open_account`, for an act after which the person cannot sign in.

    The superusers are locked as well, or the last two could go at the same moment. Raises
    AlreadyClosed and LastSuperuser.
    """
    concerned = Q(pk=user.pk) | Q(is_superuser=True, is_staff=True, is_active=True)
    rows = User.objects.select_for_update(no_key=True).filter(concerned).order_by("pk")
    found = {row.pk: row for row in rows}
    person = _check_open(found.pop(user.pk))
    if person.is_superuser and person.is_active and not found:
        raise LastSuperuser
    return person


def _check_open(person: User) -> User:
    if person.closed_at is not None:
        raise AlreadyClosed
    return person
