"""Rounds at the staff's desk: their hidden cards stay hidden here too."""

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, with_people
from games.admin.own import NotOwnGames
from games.admin.search import FindsGame
from games.admin.words import name_seat, tell_points
from games.models import Move, Round


class RoundColumns:
    """What lists tell of a round, with the people whom that takes."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Round]:
        rounds: QuerySet[Round] = super().get_queryset(request)  # type: ignore[misc]  # a mixin
        return rounds.prefetch_related(with_people("game__seats"))

    @admin.display(description=_("dealer"))
    def who_deals(self, row: Round) -> str:
        return name_seat(row.game, row.dealer)

    @admin.display(description=_("points"))
    def points(self, row: Round) -> str:
        return tell_points(row)


@admin.register(Round)
class RoundAdmin(RoundColumns, NotOwnGames, FindsGame, ReadOnlyAdmin):
    list_display = ("__str__", "game_link", "number", "who_deals", "points", "dealt_at")
    list_filter = (("ended_at", admin.EmptyFieldListFilter),)
    linked_lookups = ("game__id__exact",)
    search_help_text = _("Whole public id of a game, or commitment")
    ordering = ("-pk",)
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
        "moves_link",
    )

    def find_others(self, request: HttpRequest, word: str) -> Q:
        return Q(commitment=word)

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, row: Round) -> str:
        return self.link_to(row.game)

    @admin.display(description=_("pack"))
    def pack_when_over(self, row: Round) -> str:
        return _show_when_over(row, row.pack)

    @admin.display(description=_("seed"))
    def seed_when_over(self, row: Round) -> str:
        return _show_when_over(row, row.seed)

    @admin.display(description=_("moves"))
    def moves_link(self, row: Round) -> SafeString | str:
        return self.link_to_list(Move, row.moves.count(), round__id__exact=row.pk)


def _show_when_over(row: Round, cards: str) -> str:
    """As for the players: the shuffle of a game that never counted stays hidden."""
    if not row.is_over:
        return gettext("Hidden until the round is over.")
    if row.game.hides_shuffle:
        return gettext("Hidden: the game was called off.")
    return cards
