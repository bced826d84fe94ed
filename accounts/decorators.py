"""Marks a view may carry."""

from collections.abc import Callable
from typing import TypeVar

from django.http import HttpResponse

View = TypeVar("View", bound=Callable[..., HttpResponse])


def without_person(view: View) -> View:
    """Mark a view that does not care who asks: neither session nor user is read for it."""
    view.without_person = True  # type: ignore[attr-defined]
    return view
