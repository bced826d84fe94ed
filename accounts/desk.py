"""What all pages of the staff's desk (/admin/) have in common."""

from collections.abc import Iterator

from django.contrib import admin
from django.contrib.admin.exceptions import DisallowedModelAdminLookup
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db import DataError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

admin.site.site_header = admin.site.site_title = _("Basra")
admin.site.index_title = _("The staff’s desk")

# What Django's own filters append to the column that they filter by.
FILTER_LOOKUPS = ("", "__exact", "__isnull", "__isempty", "__gte", "__lt")
DATE_LOOKUPS = ("__year", "__month", "__day")


class DeskAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """A list is filtered by its own filters only: any other would read columns letter by letter.

    `linked_lookups` are the filters that links from other pages use.
    """

    actions = None
    linked_lookups: tuple[str, ...] = ()
    show_full_result_count = False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        return lookup in self.linked_lookups or lookup in self._own_lookups(request)

    def get_changelist_instance(self, request: HttpRequest) -> ChangeList:
        """As Django's; a filter that is not the list's, or a value that no date or column can
        hold, leads back to the whole list."""
        try:
            return super().get_changelist_instance(request)
        except (DisallowedModelAdminLookup, DataError, OverflowError, ValueError) as error:
            raise IncorrectLookupParameters from error

    def _own_lookups(self, request: HttpRequest) -> Iterator[str]:
        if self.date_hierarchy:
            yield from (self.date_hierarchy + lookup for lookup in DATE_LOOKUPS)
        for item in self.get_list_filter(request):
            if isinstance(item, type) and issubclass(item, admin.SimpleListFilter):
                yield str(item.parameter_name)
            else:
                column = item[0] if isinstance(item, (list, tuple)) else item
                yield from (f"{column}{lookup}" for lookup in FILTER_LOOKUPS)
