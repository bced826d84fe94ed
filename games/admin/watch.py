"""What staff watch: levels that failed, and sweeps."""

from typing import cast

from django.contrib import admin
from django.db.models import Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.desk_acts import ActsAdmin
from accounts.models import User
from games.admin.base import ReadOnlyAdmin
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGame
from games.admin.sweep_acts import ResendParked
from games.mail.delivery import SWEEP
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
class SweepAdmin(ActsAdmin, ReadOnlyAdmin):
    acts = (ResendParked,)
    list_display = ("name", "last_run_at")
    fields = readonly_fields = ("name", "last_run_at")


def find_resend_parked_url(request: HttpRequest) -> str:
    """Where given up mails are sent again, for those who may and while there are any."""
    act, sweep = ResendParked(cast("User", request.user)), Sweep.objects.filter(name=SWEEP).first()
    may_act = act.is_allowed and act.actor.has_perm("games.view_sweep")
    if not may_act or sweep is None or not act.is_possible(sweep):
        return ""
    return reverse("admin:games_sweep_act", args=[sweep.pk, act.name])
