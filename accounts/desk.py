"""What all pages of the staff's desk (/admin/) have in common."""

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.utils import unquote
from django.contrib.admin.views.main import ChangeList
from django.core.exceptions import PermissionDenied
from django.db import DataError
from django.db.models import Model, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from accounts.audit import list_about, record
from accounts.desk_read import Linked

# What Django's own filters append to the column that they filter by.
FILTER_LOOKUPS = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")
DATE_LOOKUPS = ("__year", "__month", "__day")
SEE_ADDRESSES = "account.view_emailaddress"
SEE_AUDIT_LOG = "accounts.view_auditentry"
AUDIT_ROWS_ON_A_PAGE = 5


class DeskAdmin(Linked, admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A list is filtered by its own filters only: any other would read columns letter by letter.

    `linked_lookups` are the filters that links from other pages use. Nobody searches by address
    who may not see addresses. What staff change by forms goes into the audit log.
    """

    actions = None
    linked_lookups: tuple[str, ...] = ()
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would count the whole table
    view_on_site = False

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super(DeskAdmin, self.serving(request)).changelist_view(request, *args, **kwargs)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        return super(DeskAdmin, self.serving(request)).changeform_view(request, *args, **kwargs)

    def get_inline_instances(self, request: HttpRequest, obj: Any = None) -> list[Any]:
        parts = super().get_inline_instances(request, obj)
        return [part.serving(request) if isinstance(part, Linked) else part for part in parts]

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in self.linked_lookups or lookup in self._own_lookups(request)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """As Django's; a filter that is not the list's, or a value that no date or column can
        hold, leads back to the whole list."""
        try:
            return super().get_changelist_instance(request)
        except (DisallowedModelAdminLookup, DataError, OverflowError, ValueError) as error:
            raise IncorrectLookupParameters from error

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        fields = super().get_search_fields(request)
        if request.user.has_perm(SEE_ADDRESSES):
            return list(fields)
        return [field for field in fields if not field.endswith("email")]

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        obj = kwargs.get("obj")
        if obj and request.user.has_perm(SEE_AUDIT_LOG):
            context["audit_entries"] = list_about(obj)[:AUDIT_ROWS_ON_A_PAGE]
        return super().render_change_form(request, context, *args, **kwargs)

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        """What the staff did to the object: the part of the audit log about it."""
        obj = self.get_object(request, unquote(object_id))
        if obj is None:
            raise Http404
        if not self.has_view_permission(request, obj):
            raise PermissionDenied
        about = {"object_type__exact": obj._meta.label, "object_key__exact": obj.pk}
        address = reverse("admin:accounts_auditentry_changelist")
        return HttpResponseRedirect(f"{address}?{urlencode(about)}")

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        if change and form.changed_data:
            self._record(
                request,
                "edit",
                form.instance,
                before={name: _tell(form.initial.get(name)) for name in form.changed_data},
                after={name: _tell(form.cleaned_data[name]) for name in form.changed_data},
            )

    def log_addition(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]  # our log
        self._record(request, "add", obj)

    def log_change(self, request: HttpRequest, obj: Any, message: Any) -> None:  # type: ignore[override]
        """Written down by `save_related`, which knows what was there before."""

    def log_deletions(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:  # type: ignore[override]
        for obj in queryset:
            self._record(request, "delete", obj)

    def _record(self, request: HttpRequest, act: str, obj: Model, **more: dict[str, Any]) -> None:
        record(request.user, f"{self.opts.model_name}.{act}", obj, **more)  # type: ignore[arg-type]

    def _own_lookups(self, request: HttpRequest) -> Iterator[str]:
        if self.date_hierarchy:
            yield from (self.date_hierarchy + lookup for lookup in DATE_LOOKUPS)
        for item in self.get_list_filter(request):
            if isinstance(item, type) and issubclass(item, admin.SimpleListFilter):
                yield str(item.parameter_name)
            else:
                column = item[0] if isinstance(item, (list, tuple)) else item
                yield from (f"{column}{lookup}" for lookup in FILTER_LOOKUPS)


def _tell(value: Any) -> Any:
    """A form's value as the audit log keeps it: rows by their names."""
    if isinstance(value, Model):
        return str(value)
    if isinstance(value, Iterable) and not isinstance(value, str):
        return sorted(str(each) for each in value)
    return value
