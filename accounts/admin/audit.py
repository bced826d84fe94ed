"""The audit log at the staff's desk: rows are read, and nothing else, by anybody."""

import json
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import CharField, Model, QuerySet
from django.db.models.functions import Cast
from django.http import HttpRequest
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.audit import list_acts, words_of
from accounts.desk import DeskAdmin
from accounts.desk_conflicts import list_own_rows
from accounts.desk_read import NOBODY, ReadOnly
from accounts.models import AuditEntry


class ActFilter(admin.SimpleListFilter):
    title = _("act")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return list_acts()

    def queryset(
        self, request: HttpRequest, queryset: QuerySet[AuditEntry]
    ) -> QuerySet[AuditEntry]:
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, DeskAdmin):
    list_display = ("at", "act_in_words", "object_name", "actor", "reason")
    list_filter = (ActFilter, "at")
    list_select_related = ("actor",)
    # By what links from an object's page to its part of the log.
    linked_lookups = ("object_type__exact", "object_key__exact", "actor__id__exact")
    search_fields = ("object_name", "actor__name")
    search_help_text = _("What it was done to, or who did it")
    date_hierarchy = "at"
    ordering = ("-at", "-pk")
    fields = readonly_fields = (
        *("at", "act_in_words", "object_link", "actor_link", "reason"),
        *("before_in_lines", "after_in_lines"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[AuditEntry]:
        entries: QuerySet[AuditEntry] = super().get_queryset(request)
        for rows in list_own_rows(request.user):
            keys = rows.annotate(row_key=Cast("pk", CharField())).values("row_key")
            entries = entries.exclude(object_type=rows.model._meta.label, object_key__in=keys)
        return entries

    @admin.display(description=_("act"), ordering="act")
    def act_in_words(self, entry: AuditEntry) -> str:
        return words_of(entry.act)

    @admin.display(description=_("object"))
    def object_link(self, entry: AuditEntry) -> SafeString | str:
        """Under the name that it had, as a link where it is still there for the reader."""
        found = self._find_object(entry)
        return self.link_to(found, words=entry.object_name) if found else entry.object_name

    @admin.display(description=_("who"))
    def actor_link(self, entry: AuditEntry) -> SafeString | str:
        return self.link_to(entry.actor)

    @admin.display(description=_("before"))
    def before_in_lines(self, entry: AuditEntry) -> SafeString | str:
        return _in_lines(entry.before)

    @admin.display(description=_("after"))
    def after_in_lines(self, entry: AuditEntry) -> SafeString | str:
        return _in_lines(entry.after)

    def _find_object(self, entry: AuditEntry) -> Model | None:
        try:
            model = apps.get_model(entry.object_type)
        except LookupError:
            return None
        if not self.may_view(model):
            return None
        desk = self.admin_site.get_model_admin(model)
        found: Model | None = desk.get_object(self.request, entry.object_key)
        return found


def _in_lines(values: dict[str, Any]) -> SafeString | str:
    if not values:
        return NOBODY
    text = json.dumps(values, ensure_ascii=False, indent=2, sort_keys=True)
    return format_html('<pre dir="ltr">{}</pre>', text)
