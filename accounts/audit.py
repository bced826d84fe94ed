"""The audit log: what the staff do is written down together with the act itself."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model, QuerySet
from django.utils.functional import Promise

from accounts.models import AuditEntry, User

MAX_NAME_LENGTH = 100

_words: dict[str, str | Promise] = {}


def record(
    actor: User,
    act: str,
    obj: Model,
    *,
    name: str = "",
    reason: str = "",
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
) -> AuditEntry:
    """Add a row, in the transaction of the act: either both are kept or neither.

    `act` is a code such as "game.abort". `name` is what the row was called, where the act has
    changed that. `before` and `after` hold no hidden card, no address and
    no password.
    """
    return AuditEntry.objects.create(
        actor=actor,
        act=act,
        object_type=obj._meta.label,
        object_key=str(obj.pk),
        object_name=(name or str(obj))[:MAX_NAME_LENGTH],
        reason=reason,
        before=dict(before or {}),
        after=dict(after or {}),
    )


def list_about(obj: Model) -> QuerySet[AuditEntry]:
    """What was done to the row, the latest first."""
    about = AuditEntry.objects.filter(object_type=obj._meta.label, object_key=str(obj.pk))
    return about.select_related("actor").order_by("-at", "-pk")


def name_act(act: str, words: str | Promise) -> None:
    """Say in words what a code of the log stands for."""
    _words[act] = words


def list_acts() -> list[tuple[str, str | Promise]]:
    """Every code that has words, with them."""
    return sorted(_words.items())


def words_of(act: str) -> str:
    """The act in words; a code that has none is shown as it is."""
    return str(_words.get(act, act))
