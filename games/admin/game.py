"""Games at the staff's desk."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, link_to
from games.admin.inlines import RoundInline, SeatInline
from games.admin.words import (
    list_moves_in_words,
    list_options_in_words,
    name_both,
    name_seat,
    write_score,
)
from games.models import Game


class AgainstFilter(admin.SimpleListFilter):
    title = _("against")
    parameter_name = "against"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("computer", _("the computer")), ("person", _("a person"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Game]) -> QuerySet[Game]:
        if self.value() is None:
            return queryset
        return queryset.filter(computer_seat__isnull=self.value() == "person")


@admin.register(Game)
class GameAdmin(ReadOnlyAdmin):
    list_display = [
        "public_id",
        "players",
        "status",
        "preset",
        "score",
        "who_moves",
        "last_play_at",
    ]
    list_filter = ["status", AgainstFilter, "preset", "ended_by", "seats__level"]
    linked_lookups = ("seats__user__id__exact", "seats__guest__id__exact")
    search_fields = ["public_id", "seats__user__name", "=seats__user__email"]
    search_help_text = _("Public id, name or whole e-mail address")
    date_hierarchy = "created_at"
    ordering = ["-created_at"]
    list_per_page = 50
    inlines = [SeatInline, RoundInline]
    fieldsets = [
        (None, {"fields": ["public_id", "status", "ended_by", "who_won", "score", "floor"]}),
        (_("Rules"), {"fields": ["preset", "options_in_words", "target", "rules_version"]}),
        (
            _("Now"),
            {
                "fields": [
                    "round_number",
                    "version",
                    "who_moves",
                    "computer_due_at",
                    "computer_attempts",
                ]
            },
        ),
        (_("Time"), {"fields": ["created_at", "last_play_at", "ended_at", "rematch_of"]}),
        (_("Moves"), {"fields": ["moves_in_words"]}),
    ]
    readonly_fields = [
        "public_id",
        "score",
        "who_won",
        "who_moves",
        "options_in_words",
        "moves_in_words",
    ]

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games = super().get_queryset(request).select_related("rematch_of")
        return games.prefetch_related("seats__user", "seats__guest")

    @admin.display(description=_("players"))
    def players(self, game: Game) -> SafeString:
        who = (
            link_to(seat.user or seat.guest) if not seat.level else seat.name
            for seat in game.seats.all()
        )
        return format_html_join(" – ", "{}", ((each,) for each in who))

    @admin.display(description=_("score"))
    def score(self, game: Game) -> str:
        return write_score(game.totals)

    @admin.display(description=_("winner"))
    def who_won(self, game: Game) -> str:
        return name_seat(game, game.winner)

    @admin.display(description=_("to move"), ordering="to_move")
    def who_moves(self, game: Game) -> str:
        return name_seat(game, game.to_move)

    @admin.display(description=_("options"))
    def options_in_words(self, game: Game) -> SafeString:
        return list_options_in_words(game.options)

    @admin.display(description=_("moves"))
    def moves_in_words(self, game: Game) -> SafeString:
        moves = game.moves.select_related("round").defer("round__pack", "round__seed")
        return list_moves_in_words(moves.order_by("seq"), name_both(game))
