"""Addresses to which nothing is sent, at the staff's desk: known by their digest alone."""

from datetime import datetime
from typing import Any

from django.contrib import admin
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.desk import SEE_ADDRESSES
from accounts.desk_acts import Act, ActsAdmin, Data
from accounts.desk_conflicts import list_companions
from accounts.models import User
from games.admin.base import ReadOnlyAdmin
from games.models import AddressStop, AddressStopReason
from games.services.address_stops import lift_stop, list_digests
from games.services.errors import NotStopped

NOT_STOPPED = gettext_lazy("Mail goes there again already. Nothing was changed.")


class Lift(Act[AddressStop]):
    name = "lift"
    title = gettext_lazy("Let mail go there again")
    done = gettext_lazy("Mail goes to the address again.")
    permission = "games.lift_addressstop"
    refusals = (NotStopped,)

    def find_obstacle(self, obj: AddressStop) -> Promise | None:
        return None if obj.lifted_at is None else NOT_STOPPED

    def has_conflict(self, obj: AddressStop) -> bool:
        """Whether the address is one's own, or of somebody with whom one is playing."""
        people = User.objects.filter(pk__in=list_companions(self.actor))
        addresses = people.values_list("email", flat=True)
        return any(obj.digest in list_digests(address) for address in addresses)

    def foresee(self, obj: AddressStop, data: Data) -> list[str]:
        if obj.reason == AddressStopReason.ASKED:
            return [
                _("Whoever reads mail there asked never to be invited again."),
                _("Members can invite the address again. The question itself is sent to nobody."),
            ]
        return [
            _("What is owed to the address from now on is sent to it again."),
            _("If it comes back once more, sending stops by itself."),
        ]

    def perform(self, obj: AddressStop, data: Data) -> None:
        lift_stop(obj.pk)

    def snapshot(self, obj: AddressStop) -> Data:
        return {"reason": obj.reason, "lifted_at": _write(obj.lifted_at)}

    def explain(self, refusal: Exception) -> str:
        return str(NOT_STOPPED)


@admin.register(AddressStop)
class AddressStopAdmin(ActsAdmin, ReadOnlyAdmin):
    """Found by typing an address, for those who may see addresses; none is shown to anybody."""

    acts = (Lift,)
    list_display = ("__str__", "reason", "at", "lifted_at")
    list_filter = ("reason", ("lifted_at", admin.EmptyFieldListFilter))
    search_help_text = gettext_lazy("Whole e-mail address")
    ordering = ("-pk",)
    fields = readonly_fields = ("reason", "at", "lifted_at")

    def get_queryset(self, request: HttpRequest) -> Any:
        stops: Any = super().get_queryset(request)
        return stops.ever_held()

    def get_search_fields(self, request: HttpRequest) -> list[str]:
        return ["digest"] if request.user.has_perm(SEE_ADDRESSES) else []

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        if not search_term.strip():
            return queryset, False
        if not request.user.has_perm(SEE_ADDRESSES):
            return queryset.none(), False
        return queryset.filter(digest__in=list_digests(search_term)), False


def _write(moment: datetime | None) -> str:
    return "" if moment is None else moment.isoformat()
