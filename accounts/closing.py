"""Closing an account: what tells who the person is goes; the games, which two played, stay."""

import secrets

from django.conf import settings
from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.utils import timezone

from accounts.letters import compose_letter
from accounts.locks import lock_to_shut_out
from accounts.models import User
from accounts.models.user import make_public_id
from accounts.names import FORMER, name_key
from accounts.sessions import sign_out_everywhere
from accounts.signals import asked_before_closing, closing, list_sentences
from accounts.ways_in import forget_ways_in, make_address_to_nowhere


def foresee_closing(user: User) -> list[str]:
    """What closing the account would end, in sentences."""
    return list_sentences(asked_before_closing, user=user)


def close_account(user: User, *, by: User | None = None) -> None:
    """End what waits for the person, and forget who it is; for ever.

    `by` is the member of the staff who does it, None where the person does. One last mail says so.
    Raises AlreadyClosed and LastSuperuser.
    """
    with transaction.atomic():
        person = lock_to_shut_out(user)
        # Composed now: the person is forgotten when it is sent.
        farewell = compose_letter(person, "closed_by_staff" if by else "closed")
        closing.send(sender=User, user=person)
        forget_ways_in(User.objects.filter(pk=person.pk))
        _forget_person(person)
        sign_out_everywhere(person)
        if farewell:
            transaction.on_commit(farewell.send, robust=True)


def _forget_person(person: User) -> None:
    """Old links lead nowhere any more: they would tell who the former player was."""
    person.public_id = make_public_id()
    person.email = make_address_to_nowhere()
    person.name = _find_neutral_name()
    person.name_key = name_key(person.name)
    person.language, person.time_zone = settings.LANGUAGE_CODE, settings.TIME_ZONE
    person.last_login = person.last_seen_at = person.suspended_at = None
    person.is_active = person.is_staff = person.is_superuser = False
    person.closed_at = timezone.now()
    person.set_unusable_password()
    person.save()
    person.groups.clear()
    person.user_permissions.clear()
    history = LogEntry.objects.filter(content_type__model="user", object_id=str(person.pk))
    history.update(object_repr=person.name)


def _find_neutral_name() -> str:
    """A name that nobody has, and nobody can choose: FORMER is kept for the site."""
    while True:
        name = f"{FORMER} {secrets.randbelow(900_000) + 100_000}"
        if not User.objects.is_name_taken(name):
            return name
