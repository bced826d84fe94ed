"""What all tables of games have in common at the staff's desk: history is looked at, not edited."""

from typing import Any

from django.contrib.admin import ShowFacets
from django.db.models import Model
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from accounts.desk import DeskAdmin
from games.admin.paging import CappedPaginator
from games.models import Game

NOBODY = "–"


class ReadOnly:
    """Nobody adds, changes or deletes; who may view, may view."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ReadOnlyAdmin(ReadOnly, DeskAdmin):
    """A page of history."""

    view_on_site = False  # a game's own page is for its two players
    paginator = CappedPaginator
    show_facets = ShowFacets.NEVER  # each would count the whole table


def link_to(row: Model | None) -> SafeString | str:
    """A link to the row's own page at the staff's desk."""
    if row is None:
        return NOBODY
    address = reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])
    return format_html('<a href="{}">{}</a>', address, str(row))


def link_to_list(model: type[Model], words: object, **filters: object) -> SafeString:
    """A link to the rows of the model that the filters leave, such as `game__id__exact=3`."""
    address = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    query = "&".join(f"{lookup}={value}" for lookup, value in filters.items())
    return format_html('<a href="{}?{}">{}</a>', address, query, words)


def link_to_players(game: Game) -> SafeString:
    """Both sides of a game, whose seats should have come with it."""
    sides = (
        link_to(seat.user or seat.guest) if not seat.level else seat.name
        for seat in game.seats.all()
    )
    return format_html_join(" – ", "{}", ((side,) for side in sides))
