"""What a command says of a database that is not there, or not yet made."""

import re

from django.conf import settings
from django.db import DatabaseError, DataError, IntegrityError

# How SQLite and PostgreSQL name what a migration would make.
UNMADE = re.compile("no such (table|column)|(relation|column) .* does not exist")


def use_one_connection() -> None:
    """Without the pool of a server: it would keep back for ten seconds why it finds nobody."""
    settings.DATABASES["default"]["OPTIONS"].pop("pool", None)


def describe_failure(problem: DatabaseError) -> str | None:
    """One sentence for the person at the keyboard.

    None for what the database refuses to store: that is a mistake of ours, not of its owner.
    """
    if isinstance(problem, DataError | IntegrityError):
        return None
    reason = (str(problem).strip().splitlines() or ["it gave no reason"])[0].rstrip(".")
    advice = " Bring it up to date: manage.py migrate" if UNMADE.search(reason) else ""
    return f"The database cannot be used: {reason}.{advice}"
