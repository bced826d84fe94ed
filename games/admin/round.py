"""Rounds at the staff's desk: their hidden cards stay hidden here too."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, link_to
from games.admin.words import name_seat, tell_points
from games.models import Round


class RoundColumns:
    """What lists tell of a round, with the people whom that takes."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rounds: QuerySet[Round] = super().get_queryset(request)  # type: ignore[misc]  # a mixin
        return rounds.prefetch_related("game__seats__user", "game__seats__guest")

    @admin.display(description=_("dealer"))
    def who_deals(self, row: Round) -> str:
        return name_seat(row.game, row.dealer)

    @admin.display(description=_("points"))
    def points(self, row: Round) -> str:
        return tell_points(row)


@admin.register(Round)
class RoundAdmin(RoundColumns, ReadOnlyAdmin):
    list_display = ["__str__", "game_link", "number", "who_deals", "points", "dealt_at"]
    list_filter = [("ended_at", admin.EmptyFieldListFilter)]
    list_select_related = ["game"]
    linked_lookups = ("game__id__exact",)
    search_fields = ["game__public_id", "commitment"]
    search_help_text = _("Public id of the game, or commitment")
    ordering = ["-pk"]
    fields = readonly_fields = (
        "game_link",
        "number",
        "who_deals",
        "carried",
        "points",
        "dealt_at",
        "ended_at",
        "commitment",
        "derivation",
        "pack_when_over",
        "seed_when_over",
    )

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, row: Round) -> str:
        return link_to(row.game)

    @admin.display(description=_("pack"))
    def pack_when_over(self, row: Round) -> str:
        return row.pack if row.is_over else str(_("Hidden until the round is over."))

    @admin.display(description=_("seed"))
    def seed_when_over(self, row: Round) -> str:
        return row.seed if row.is_over else str(_("Hidden until the round is over."))
