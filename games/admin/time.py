"""What was added to clocks, and why some stand still, at the staff's desk."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.timesince import timesince
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.admin.base import ReadOnlyAdmin, with_people
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGame, FindsGames
from games.admin.words import name_seat, tell_left, tell_moment
from games.engine.pair import as_seat, other
from games.models import GiftOfTime, Outage, Vacation


class GiftColumns:
    """What lists tell of a gift, with the people whom that takes."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[GiftOfTime]:
        gifts: QuerySet[GiftOfTime] = super().get_queryset(request)  # type: ignore[misc]  # a mixin
        return gifts.prefetch_related(with_people("game__seats"))

    @admin.display(description=gettext_lazy("to"))
    def to_whom(self, gift: GiftOfTime) -> str:
        return name_seat(gift.game, gift.seat)

    @admin.display(description=gettext_lazy("from"))
    def from_whom(self, gift: GiftOfTime) -> str:
        if gift.by_staff:
            return _("the staff")
        return name_seat(gift.game, other(as_seat(gift.seat)))

    @admin.display(description=gettext_lazy("new deadline"), ordering="deadline_at")
    def new_deadline(self, gift: GiftOfTime) -> str:
        return tell_moment(gift.deadline_at)

    @admin.display(description=gettext_lazy("at"), ordering="at")
    def given_at(self, gift: GiftOfTime) -> str:
        return tell_moment(gift.at)

    @admin.display(description=gettext_lazy("amount"), ordering="amount")
    def amount_in_words(self, gift: GiftOfTime) -> str:
        return tell_left(gift.amount)


@admin.register(GiftOfTime)
class GiftOfTimeAdmin(GiftColumns, NotOwnGames, FindsGame, ReadOnlyAdmin):
    list_display = ("at", "game_link", "to_whom", "from_whom", "amount_in_words", "deadline_at")
    list_filter = ("by_staff",)
    list_select_related = ("game",)
    linked_lookups = ("game__id__exact",)
    ordering = ("-pk",)
    fields = readonly_fields = (
        *("game_link", "to_whom", "from_whom", "amount_in_words", "deadline_at", "at"),
    )

    @admin.display(description=gettext_lazy("game"), ordering="game")
    def game_link(self, gift: GiftOfTime) -> str:
        return self.link_to(gift.game)


@admin.register(Vacation)
class VacationAdmin(NotOwnGames, FindsGames, ReadOnlyAdmin):
    game_paths = found_by = ("saved_game",)
    user_paths = ("user",)
    list_display = ("__str__", "user_link", "began_at", "ends_at", "ended_at", "began_by_itself")
    list_filter = (("ended_at", admin.EmptyFieldListFilter), "began_by_itself", PeriodFilter)
    list_select_related = ("user",)
    linked_lookups = ("user__id__exact",)
    dated_by = "began_at"
    ordering = ("-pk",)
    fields = readonly_fields = (
        *("user_link", "began_at", "ends_at", "ended_at", "began_by_itself", "game_link"),
    )

    @admin.display(description=gettext_lazy("person"))
    def user_link(self, vacation: Vacation) -> str:
        return self.link_to(vacation.user)

    @admin.display(description=gettext_lazy("began for"))
    def game_link(self, vacation: Vacation) -> str:
        return self.link_to(vacation.saved_game)


@admin.register(Outage)
class OutageAdmin(ReadOnlyAdmin):
    list_display = ("began_at", "ended_at", "lasted")
    list_filter = (PeriodFilter,)
    dated_by = "ended_at"
    ordering = ("-ended_at",)
    fields = readonly_fields = ("began_at", "ended_at", "lasted")

    @admin.display(description=gettext_lazy("every deadline put off by"))
    def lasted(self, outage: Outage) -> str:
        return timesince(outage.began_at, outage.ended_at)
