"""Who sits where, who came without an account, and who wants no mail."""

from typing import Any

from django.contrib import admin
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.base import ReadOnlyAdmin
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGames, find_guests, find_users
from games.models import Game, Guest, Invitation, MailStop, Notice, Seat


@admin.register(Seat)
class SeatAdmin(NotOwnGames, FindsGames, ReadOnlyAdmin):
    user_paths = ("user",)
    guest_paths = ("guest",)
    list_display = (
        "name",
        "game_link",
        "index",
        "user_link",
        "guest_link",
        "level",
        "status",
        "seen_version",
    )
    list_filter = ("level", "keeps_private")
    list_select_related = ("game", "user", "guest")
    linked_lookups = ("game__id__exact", "user__id__exact", "guest__id__exact")
    ordering = ("-pk",)
    fields = readonly_fields = (
        "game_link",
        "index",
        "user_link",
        "guest_link",
        "level",
        "seen_version",
        "keeps_private",
    )

    @admin.display(description=_("game"), ordering="game")
    def game_link(self, seat: Seat) -> str:
        return self.link_to(seat.game)

    @admin.display(description=_("person"))
    def user_link(self, seat: Seat) -> str:
        return self.link_to(seat.user)

    @admin.display(description=_("guest"))
    def guest_link(self, seat: Seat) -> str:
        return self.link_to(seat.guest)

    @admin.display(description=_("status"))
    def status(self, seat: Seat) -> str:
        return seat.game.get_status_display()


@admin.register(Guest)
class GuestAdmin(ReadOnlyAdmin):
    list_display = ("name", "created_at", "last_seen_at", "claimed_link", "games_link")
    list_filter = (
        ("claimed_by", admin.EmptyFieldListFilter),
        ("email", admin.EmptyFieldListFilter),
        PeriodFilter,
    )
    list_select_related = ("claimed_by",)
    linked_lookups = ("claimed_by__id__exact",)
    search_fields = ("number",)
    search_help_text = _("Number, or name or whole e-mail address of the account it became")
    dated_by = "created_at"
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "name",
        "email",
        "created_at",
        "last_seen_at",
        "claimed_link",
        "games_link",
        "notices_link",
        "invitations_link",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Guest]:
        guests: QuerySet[Guest] = super().get_queryset(request)
        seats = Seat.objects.filter(guest=OuterRef("pk")).order_by().values("guest")
        games = Subquery(seats.annotate(games=Count("pk")).values("games"))
        return guests.annotate(games=Coalesce(games, 0, output_field=IntegerField()))

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        word = search_term.strip()
        if not word:
            return queryset, False
        became = queryset.filter(claimed_by__in=find_users(request, word))
        return became | queryset.filter(pk__in=find_guests(word)), False

    @admin.display(description=_("became"))
    def claimed_link(self, guest: Guest) -> str:
        return self.link_to(guest.claimed_by)

    @admin.display(description=_("games"))
    def games_link(self, guest: Guest) -> SafeString | str:
        return self.link_to_list(Game, getattr(guest, "games", 0), seats__guest__id__exact=guest.pk)

    @admin.display(description=_("mails"))
    def notices_link(self, guest: Guest) -> SafeString | str:
        return self.link_to_list(Notice, guest.notices.count(), guest__id__exact=guest.pk)

    @admin.display(description=_("invitations sent"))
    def invitations_link(self, guest: Guest) -> SafeString | str:
        count = guest.invitations_sent.count()
        return self.link_to_list(Invitation, count, inviter_guest__id__exact=guest.pk)


@admin.register(MailStop)
class MailStopAdmin(ReadOnlyAdmin):
    list_display = ("__str__", "user_link", "guest_link", "at")
    list_filter = ("mail_class",)
    list_select_related = ("user", "guest")
    linked_lookups = ("user__id__exact", "guest__id__exact")
    ordering = ("-pk",)
    fields = readonly_fields = ("mail_class", "user_link", "guest_link", "at")

    @admin.display(description=_("person"))
    def user_link(self, stop: MailStop) -> str:
        return self.link_to(stop.user)

    @admin.display(description=_("guest"))
    def guest_link(self, stop: MailStop) -> str:
        return self.link_to(stop.guest)
