"""Looking at rows at the staff's desk: history is not edited, and links lead where one may go."""

from copy import copy
from typing import Any, Self

from django.contrib.admin import AdminSite
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


class Linked:
    """Links to rows, for an admin or a part of its pages: only where the reader may follow them.

    `request` is there in the copy that serves one request; the admin itself is everybody's.
    """

    admin_site: AdminSite
    request: HttpRequest

    def serving(self, request: HttpRequest) -> Self:
        served = copy(self)
        served.request = request
        return served

    def may_view(self, model: type[Model]) -> bool:
        """Whether the reader may open the lists and pages of the model."""
        if not self.admin_site.is_registered(model):
            return False
        return self.admin_site.get_model_admin(model).has_view_permission(self.request)

    def link_to(self, row: Model | None, *, words: str = "") -> SafeString | str:
        """The row's name, or the words, as a link to its own page at the staff's desk."""
        if row is None:
            return NOBODY
        if not self.may_view(type(row)):
            return words or str(row)
        return format_html('<a href="{}">{}</a>', address_of(row), words or str(row))


def address_of(row: Model) -> str:
    """The row's page at the staff's desk."""
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
