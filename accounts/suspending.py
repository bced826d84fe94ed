"""Keeping a person out for a while, and letting them back in."""

from django.db import transaction
from django.utils import timezone

from accounts.errors import AlreadySuspended, NotSuspended
from accounts.letters import compose_letter
from accounts.locks import lock_open_account, lock_to_shut_out
from accounts.models import User
from accounts.sessions import sign_out_everywhere
from accounts.signals import (
    asked_before_restoring,
    asked_before_suspending,
    list_sentences,
    restored,
    suspended,
)


def foresee_suspending(user: User) -> list[str]:
    """What suspending the person would stop, in sentences."""
    return list_sentences(asked_before_suspending, user=user)


def foresee_restoring(user: User) -> list[str]:
    """What restoring the person would set going again, in sentences."""
    return list_sentences(asked_before_restoring, user=user, since=user.suspended_at)


def suspend(user: User, *, why: str = "") -> None:
    """End the person's sessions and let nobody in until `restore`; a mail says so.

    `why` is for the person to read, in that mail. Raises AlreadyClosed, AlreadySuspended and
    LastSuperuser.
    """
    with transaction.atomic():
        person = lock_to_shut_out(user)
        if person.suspended_at is not None:
            raise AlreadySuspended
        person.is_active = False
        person.suspended_at = timezone.now()
        person.save(update_fields=["is_active", "suspended_at"])
        sign_out_everywhere(person)
        suspended.send(sender=User, user=person)
        _tell(person, "suspended", why=why)


def restore(user: User) -> None:
    """Let the person sign in again; a mail says so. Raises AlreadyClosed and NotSuspended."""
    with transaction.atomic():
        person = lock_open_account(user)
        if person.suspended_at is None:
            raise NotSuspended
        since, person.suspended_at = person.suspended_at, None
        person.is_active = True
        person.save(update_fields=["is_active", "suspended_at"])
        restored.send(sender=User, user=person, since=since)
        _tell(person, "restored")


def _tell(person: User, prefix: str, **words: str) -> None:
    if letter := compose_letter(person, prefix, **words):
        transaction.on_commit(letter.send, robust=True)
