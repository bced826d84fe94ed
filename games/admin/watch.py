"""What staff watch: levels that failed, and sweeps."""

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGame
from games.models import ComputerError, Sweep


@admin.register(ComputerError)
class ComputerErrorAdmin(NotOwnGames, FindsGame, ReadOnlyAdmin):
    list_display = ("__str__", "game_link", "version", "level", "exception", "at")
    list_filter = ("level", PeriodFilter)
    list_select_related = ("game",)
    linked_lookups = ("game__id__exact",)
    search_help_text = _("Whole public id of a game, or name of the exception")
    dated_by = "at"
    ordering = ("-at",)
    fields = readonly_fields = ("game_link", "version", "level", "exception", "place", "at")

    def find_others(self, request: HttpRequest, word: str) -> Q:
        return Q(exception=word)

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, error: ComputerError) -> str:
        return self.link_to(error.game)


@admin.register(Sweep)
class SweepAdmin(ReadOnlyAdmin):
    list_display = ("name", "last_run_at")
    fields = readonly_fields = ("name", "last_run_at")
