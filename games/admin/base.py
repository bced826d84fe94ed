"""What all tables of games have in common at the staff's desk: history is looked at, not edited."""

from typing import Any

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

# Cards that may still be hidden. A filter on them in an address would tell what they are.
HIDDEN = frozenset({"pack", "seed"})


class ReadOnly:
    """Nobody adds, changes or deletes; who may view, may view."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]  # not at run time
    """A page of history. `linked_lookups` are filters that links from other pages use."""

    linked_lookups: tuple[str, ...] = ()
    view_on_site = False  # a game's own page is for its two players
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        if HIDDEN.intersection(lookup.split("__")):
            return False
        return lookup in self.linked_lookups or super().lookup_allowed(lookup, value, request)


def link_to(row: Model | None) -> SafeString | str:
    """A link to the row's own page at the staff's desk."""
    if row is None:
        return "–"
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, str(row))
