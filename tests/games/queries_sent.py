"""Counts what is sent to the database, BEGIN and COMMIT included."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.test.utils import CaptureQueriesContext


@contextmanager
def count_queries() -> Iterator[list[str]]:
    """The statements sent within the block, filled in at its end."""
    sent: list[str] = []
    with CaptureQueriesContext(connection) as captured:
        yield sent
    sent.extend(query["sql"] for query in captured.captured_queries)
