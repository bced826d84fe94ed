"""Moves at the staff's desk."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, with_people
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGame
from games.admin.words import draw_cards, name_seat
from games.models import Move


@admin.register(Move)
class MoveAdmin(NotOwnGames, FindsGame, ReadOnlyAdmin):
    list_display = (
        "seq",
        "game_link",
        "who",
        "kind",
        "card_drawn",
        "took_drawn",
        "basra",
        "via",
        "at",
    )
    list_filter = ("kind", PeriodFilter)
    linked_lookups = ("game__id__exact", "round__id__exact")
    dated_by = "at"
    ordering = ("-at",)
    fields = readonly_fields = (
        "game_link",
        "round_link",
        "seq",
        "who",
        "kind",
        "card_drawn",
        "took_drawn",
        "basra",
        "via",
        "at",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Move]:
        # Each in a query of its own: in a join, SQLite begins with all games.
        moves: QuerySet[Move] = super().get_queryset(request)
        return moves.prefetch_related(with_people("game__seats"))

    @admin.display(description=_("who"))
    def who(self, move: Move) -> str:
        return name_seat(move.game, move.seat)

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, move: Move) -> str:
        return self.link_to(move.game)

    @admin.display(description=_("round"))
    def round_link(self, move: Move) -> str:
        return self.link_to(move.round)

    @admin.display(description=_("card"))
    def card_drawn(self, move: Move) -> SafeString | str:
        return draw_cards(move.card)

    @admin.display(description=_("took"))
    def took_drawn(self, move: Move) -> SafeString | str:
        return draw_cards(move.took)
