"""What all tables of games have in common at the staff's desk: history is looked at, not edited."""

from urllib.parse import urlencode

from django.db.models import Model, Prefetch, QuerySet
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from accounts.desk import DeskAdmin
from accounts.desk_read import ReadOnly
from games.admin.paging import CappedPaginator
from games.models import Seat


class ReadOnlyAdmin(ReadOnly, DeskAdmin):
    """A page of history."""

    paginator = CappedPaginator

    def link_to_list(
        self, model: type[Model], words: object, **filters: object
    ) -> SafeString | str:
        """The words, as a link to `address_of_list` where the reader may follow it."""
        if not self.may_view(model):
            return str(words)
        return format_html('<a href="{}">{}</a>', address_of_list(model, **filters), words)


def with_people(path: str) -> "Prefetch[str, QuerySet[Seat], str]":
    """Brings the seats at the path with whoever sits there, in one query."""
    return Prefetch(path, queryset=Seat.objects.select_related("user", "guest"))


def address_of_list(model: type[Model], **filters: object) -> str:
    """The list of the model's rows that the filters leave, such as `game__id__exact=3`."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    return f"{address}?{urlencode(filters)}" if filters else address
