"""Moves at the staff's desk."""

from django.contrib import admin
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, link_to
from games.models import Move


@admin.register(Move)
class MoveAdmin(ReadOnlyAdmin):
    list_display = ["__str__", "game_link", "seq", "seat", "kind", "card", "took", "basra", "via"]
    list_filter = ["kind", "via", "basra"]
    list_select_related = ["game"]
    linked_lookups = ("game__id__exact", "round__id__exact")
    search_fields = ["=game__public_id"]
    search_help_text = _("Public id of the game")
    ordering = ["-pk"]
    fields = readonly_fields = (
        "game_link",
        "round",
        "seq",
        "seat",
        "kind",
        "card",
        "took",
        "basra",
        "via",
        "at",
    )

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, move: Move) -> str:
        return link_to(move.game)
