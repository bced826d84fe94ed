"""Games at the staff's desk."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk_acts import ActsAdmin
from accounts.desk_read import NOBODY
from games.admin.base import ReadOnlyAdmin, with_people
from games.admin.draw import draw_mails, draw_table
from games.admin.filters import AgainstFilter, HeldFilter
from games.admin.game_acts import GAME_ACTS
from games.admin.game_clock import CLOCK_COLUMNS, CLOCK_FIELDS, ClockColumns, ClockFilter
from games.admin.inlines import GiftInline, RoundInline, SeatInline
from games.admin.own import NotOwnGames
from games.admin.paths import ITSELF
from games.admin.period import PeriodFilter
from games.admin.search import FindsGamesOfSeats
from games.admin.words import (
    list_moves_in_words,
    list_options_in_words,
    name_both,
    name_seat,
    tell_moment,
    tell_state,
    write_both,
    write_score,
)
from games.models import ComputerError, Game, Move

# Parts of a game's page that tell more than the game itself.
NEEDED = {
    "mails": "games.view_notice",
    "moves_link": "games.view_move",
    "moves_in_words": "games.view_move",
    "computer_errors": "games.view_computererror",
    "invitation_link": "games.view_invitation",
}


@admin.register(Game)
class GameAdmin(ClockColumns, NotOwnGames, FindsGamesOfSeats, ActsAdmin, ReadOnlyAdmin):
    acts = GAME_ACTS
    game_paths = found_by = (ITSELF,)
    list_display = (
        "public_id",
        "players",
        "state",
        "pace_in_words",
        "lost_at",
        "score",
        "who_moves",
        "last_change",
    )
    list_filter = (
        *("status", AgainstFilter, ClockFilter, HeldFilter, "ended_by", "pace", "preset"),
        PeriodFilter,
    )
    linked_lookups = ("seats__user__id__exact", "seats__guest__id__exact")
    dated_by = "created_at"
    ordering = ("-created_at",)
    list_per_page = 50
    inlines = (SeatInline, GiftInline, RoundInline)
    fieldsets = (
        (None, {"fields": ("public_id", "table")}),
        (
            _("Now"),
            {
                "fields": (
                    ("status", "ended_by", "who_won"),
                    ("who_moves", "score", "held_at"),
                    ("round_number", "version", "moves_link"),
                    ("computer_due_at", "computer_attempts", "computer_errors"),
                )
            },
        ),
        (_("Clock"), {"fields": CLOCK_FIELDS}),
        (_("Mails"), {"fields": ("mails",)}),
        (_("Moves"), {"fields": ("moves_in_words",)}),
        (
            _("Terms"),
            {"fields": (("preset", "target"), "options_in_words", "rules_version")},
        ),
        (
            _("Before and after"),
            {
                "fields": (
                    ("created_at", "last_change", "ended_at"),
                    ("invitation_link", "rematch_of_link", "rematch_link"),
                )
            },
        ),
    )
    readonly_fields = (
        *CLOCK_COLUMNS,
        "public_id",
        "table",
        "who_won",
        "score",
        "who_moves",
        "last_change",
        "computer_errors",
        "mails",
        "moves_link",
        "moves_in_words",
        "options_in_words",
        "invitation_link",
        "rematch_of_link",
        "rematch_link",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        games: QuerySet[Game] = super().get_queryset(request)
        return games.prefetch_related(with_people("seats"))

    def get_fieldsets(self, request: HttpRequest, obj: Game | None = None) -> list[Any]:
        kept = (
            (title, {**options, "fields": self._keep(request, options["fields"])})
            for title, options in super().get_fieldsets(request, obj)
        )
        return [(title, options) for title, options in kept if options["fields"]]

    def _keep(self, request: HttpRequest, fields: Any) -> tuple[Any, ...]:
        """The fields that the reader may see, those side by side still side by side."""
        kept = (
            self._keep(request, field) if isinstance(field, tuple) else field for field in fields
        )
        return tuple(field for field in kept if field and _may_see(request.user, field))

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Headed by who plays."""
        if game := kwargs.get("obj"):
            context["title"] = write_both(game)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description=_("players"))
    def players(self, game: Game) -> SafeString:
        sides = (
            self.link_to(seat.user or seat.guest) if not seat.level else seat.name
            for seat in game.seats.all()
        )
        return format_html_join(" – ", "{}", ((side,) for side in sides))

    @admin.display(description=_("the table"))
    def table(self, game: Game) -> SafeString:
        return draw_table(game)

    @admin.display(description=_("status"), ordering="status")
    def state(self, game: Game) -> str:
        return tell_state(game)

    @admin.display(description=_("score"))
    def score(self, game: Game) -> str:
        return write_score(game.totals)

    @admin.display(description=_("winner"))
    def who_won(self, game: Game) -> str:
        return name_seat(game, game.winner)

    @admin.display(description=_("to move"), ordering="to_move")
    def who_moves(self, game: Game) -> str:
        return name_seat(game, game.to_move)

    @admin.display(description=_("last change"), ordering="last_play_at")
    def last_change(self, game: Game) -> str:
        """A play, another act at the table or by the staff; at first, the start."""
        return tell_moment(game.last_play_at)

    @admin.display(description=_("computer’s errors"))
    def computer_errors(self, game: Game) -> SafeString | str:
        count = game.computer_errors.count()
        return self.link_to_list(ComputerError, count, game__id__exact=game.pk) if count else NOBODY

    @admin.display(description=_("mails"))
    def mails(self, game: Game) -> SafeString:
        return draw_mails(game)

    @admin.display(description=_("moves as a list"))
    def moves_link(self, game: Game) -> SafeString | str:
        return self.link_to_list(Move, game.version, game__id__exact=game.pk)

    @admin.display(description=_("moves"))
    def moves_in_words(self, game: Game) -> SafeString:
        moves = game.moves.select_related("round").defer("round__pack", "round__seed")
        return list_moves_in_words(moves.order_by("seq"), name_both(game))

    @admin.display(description=_("options"))
    def options_in_words(self, game: Game) -> SafeString:
        return list_options_in_words(game.options)

    @admin.display(description=_("came of the invitation"))
    def invitation_link(self, game: Game) -> SafeString | str:
        return self.link_to(getattr(game, "invitation", None))

    @admin.display(description=_("rematch of"))
    def rematch_of_link(self, game: Game) -> SafeString | str:
        return self.link_to(game.rematch_of)

    @admin.display(description=_("followed by"))
    def rematch_link(self, game: Game) -> SafeString | str:
        return self.link_to(getattr(game, "rematch", None))


def _may_see(user: Any, field: Any) -> bool:
    needed = NEEDED.get(field) if isinstance(field, str) else None
    return needed is None or user.has_perm(needed)
