"""What staff watch: levels that failed, and sweeps."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, link_to
from games.models import ComputerError, Sweep


@admin.register(ComputerError)
class ComputerErrorAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "game_link", "version", "level", "exception", "at"]
    list_filter = ["level", "exception"]
    list_select_related = ["game"]
    search_fields = ["=game__public_id", "exception"]
    date_hierarchy = "at"
    ordering = ["-at"]
    fields = readonly_fields = ("game_link", "version", "level", "exception", "place", "at")

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, error: ComputerError) -> str:
        return link_to(error.game)


@admin.register(Sweep)
class SweepAdmin(ReadOnlyAdmin):
    list_display = ["name", "last_run_at"]
    fields = readonly_fields = ("name", "last_run_at")
