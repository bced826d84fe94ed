"""Who sits where, and who came without an account."""

from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin, link_to
from games.models import Guest, Seat


@admin.register(Seat)
class SeatAdmin(ReadOnlyAdmin):
    list_display = ["name", "game_link", "index", "user_link", "guest_link", "level", "status"]
    list_filter = ["game__status", "level"]
    list_select_related = ["game", "user", "guest"]
    linked_lookups = ("user__id__exact", "guest__id__exact")
    search_fields = ["game__public_id", "user__name", "=user__email"]
    search_help_text = _("Public id of the game, name or whole e-mail address")
    ordering = ["-pk"]
    fields = readonly_fields = ("game_link", "index", "user_link", "guest_link", "level")

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, seat: Seat) -> str:
        return link_to(seat.game)

    @admin.display(description=_("person"), ordering="user__name")
    def user_link(self, seat: Seat) -> str:
        return link_to(seat.user)

    @admin.display(description=_("guest"), ordering="guest")
    def guest_link(self, seat: Seat) -> str:
        return link_to(seat.guest)

    @admin.display(description=_("status"), ordering="game__status")
    def status(self, seat: Seat) -> str:
        return seat.game.get_status_display()


@admin.register(Guest)
class GuestAdmin(ReadOnlyAdmin):
    list_display = ["name", "created_at", "claimed_link", "games_link"]
    list_filter = [("claimed_by", admin.EmptyFieldListFilter)]
    list_select_related = ["claimed_by"]
    search_fields = ["=number", "claimed_by__name", "=claimed_by__email"]
    search_help_text = _("Number, or name or whole e-mail address of the account it became")
    date_hierarchy = "created_at"
    ordering = ["-pk"]
    fields = readonly_fields = ("name", "created_at", "claimed_link", "games_link")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Guest]:
        guests: QuerySet[Guest] = super().get_queryset(request)
        return guests.annotate(games=Count("seats"))

    @admin.display(description=_("became"), ordering="claimed_by__name")
    def claimed_link(self, guest: Guest) -> str:
        return link_to(guest.claimed_by)

    @admin.display(description=_("games"), ordering="games")
    def games_link(self, guest: Guest) -> SafeString:
        address, count = reverse("admin:games_game_changelist"), getattr(guest, "games", 0)
        return format_html(
            '<a href="{}?seats__guest__id__exact={}">{}</a>', address, guest.pk, count
        )
