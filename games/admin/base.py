"""What all tables of games have in common at the staff's desk: history is looked at, not edited."""

from typing import Any

from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.desk import DeskAdmin


class ReadOnly:
    """Nobody adds, changes or deletes; who may view, may view."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, DeskAdmin):
    """A page of history."""

    view_on_site = False  # a game's own page is for its two players


def link_to(row: Model | None) -> SafeString | str:
    """A link to the row's own page at the staff's desk."""
    if row is None:
        return "–"
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, str(row))
