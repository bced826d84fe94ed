"""Whoever sits in a game is no staff there: nothing of it is shown to them at the desk."""

from collections.abc import Callable, Iterator
from functools import wraps
from typing import Any

from django.contrib.admin.utils import unquote
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import URLPattern
from django.utils.translation import gettext_lazy as _

from accounts.audit import name_act, record
from accounts.desk import DeskAdmin
from accounts.desk_conflicts import register_own_rows
from games.admin.paths import ITSELF, OF_NOTICE, any_leads_to
from games.models import Game, Guest, Notice, Seat

View = Callable[..., HttpResponse]

LOOK_REFUSED = "game.look_refused"
name_act(LOOK_REFUSED, _("Looked for a game of one’s own"))


def is_of_own_game(user: Any, paths: tuple[str, ...]) -> Q:
    """Rows that lead to a game of the person; games of a guest who became them count."""
    as_guest = Seat.objects.filter(guest__in=Guest.objects.filter(claimed_by=user).values("pk"))
    as_user = Seat.objects.filter(user=user)
    return any_leads_to(paths, as_user.values("game")) | any_leads_to(
        paths, as_guest.values("game")
    )


@register_own_rows
def list_rows_of_own_games(reader: Any) -> Iterator[QuerySet[Any]]:
    """Those on which the staff act."""
    yield Game.objects.filter(is_of_own_game(reader, (ITSELF,)))
    yield Notice.objects.filter(is_of_own_game(reader, OF_NOTICE))


class NotOwnGames(DeskAdmin):
    """Lists leave out the reader's own games; a page about one is not there, and the look is noted.

    `game_paths` lead from a row to the games that it speaks of; "" is the row itself.
    """

    game_paths: tuple[str, ...] = ("game",)
    change_list_template = "admin/games/change_list.html"

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        rows: QuerySet[Any] = super().get_queryset(request)
        return rows.exclude(is_of_own_game(request.user, self.game_paths))

    def get_urls(self) -> list[URLPattern]:
        """Every page about one row, whatever it is for, asks first."""
        urls: list[URLPattern] = super().get_urls()
        for url in urls:
            url.callback = self._guard(url.callback)
        return urls

    def _guard(self, view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            key = kwargs.get("object_id")
            if key is not None and self.admin_site.has_permission(request):
                self._refuse_own_game(request.user, key)
            return view(request, *args, **kwargs)

        return guarded

    def _refuse_own_game(self, user: Any, key: str) -> None:
        game = self._find_own_game(user, key)
        if game is not None:
            record(user, LOOK_REFUSED, game)
            raise Http404

    def _find_own_game(self, user: Any, key: str) -> Game | None:
        try:
            rows = self.model._base_manager.filter(pk=self.opts.pk.to_python(unquote(key)))
        except ValidationError:
            return None
        games = rows.values_list(*(path or "pk" for path in self.game_paths)).first() or ()
        return Game.objects.filter(
            is_of_own_game(user, (ITSELF,)), pk__in=filter(None, games)
        ).first()
