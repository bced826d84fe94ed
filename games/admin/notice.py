"""Mails owed, at the staff's desk: what became of each, and why."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk_read import link_to
from games.admin.base import ReadOnlyAdmin
from games.admin.own import NotOwnGames
from games.admin.preview import ShowsMails
from games.admin.search import FindsGames
from games.admin.words import mask_address
from games.models import Notice


@admin.register(Notice)
class NoticeAdmin(NotOwnGames, FindsGames, ShowsMails, ReadOnlyAdmin):
    game_paths = ("game", "invitation__game")
    game_columns = ("game", "invitation__game")
    user_columns = ("user",)
    guest_columns = ("guest",)
    list_display = (
        "__str__",
        "reader_link",
        "game_link",
        "state",
        "reason",
        "attempts",
        "created_at",
        "due_at",
        "done_at",
    )
    list_filter = ("state", "kind", "reason")
    list_select_related = ("user", "guest", "game")
    linked_lookups = (
        "user__id__exact",
        "guest__id__exact",
        "game__id__exact",
        "invitation__id__exact",
    )
    date_hierarchy = "created_at"
    ordering = ("-pk",)
    fields = readonly_fields = (
        "kind",
        "state",
        "reason",
        "reader_link",
        "masked_address",
        "game_link",
        "seq",
        "invitation_link",
        "attempts",
        "unknown_outcomes",
        "last_error",
        "created_at",
        "due_at",
        "done_at",
        "message_id",
        "mail",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).select_related("invitation").defer("invitation__token")

    @admin.display(description=_("to"))
    def reader_link(self, notice: Notice) -> str:
        return link_to(notice.user or notice.guest)

    @admin.display(description=_("sent to"))
    def masked_address(self, notice: Notice) -> str:
        return mask_address(notice.address)

    @admin.display(description=_("game"))
    def game_link(self, notice: Notice) -> str:
        return link_to(notice.game)

    @admin.display(description=_("invitation"))
    def invitation_link(self, notice: Notice) -> str:
        return link_to(notice.invitation)
