"""History at the staff's desk: it is looked at, not edited."""

from typing import Any

from django.contrib.admin.utils import quote
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

NOBODY = "–"


class ReadOnly:
    """Nobody adds, changes or deletes; who may view, may view."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


def link_to(row: Model | None) -> SafeString | str:
    """A link to the row's own page at the staff's desk."""
    if row is None:
        return NOBODY
    return format_html('<a href="{}">{}</a>', address_of(row._meta.label, row.pk), str(row))


def address_of(label: str, key: int | str) -> str:
    """The page of the row with the key, of the model with the label; raises NoReverseMatch."""
    name = label.lower().replace(".", "_")
    return reverse(f"admin:{name}_change", args=[quote(key)])
