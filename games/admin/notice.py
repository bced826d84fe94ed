"""Mails owed, at the staff's desk: what became of each, and why."""

from typing import Any, cast

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from accounts.desk_acts import ActsAdmin
from accounts.models import User
from games.admin.base import ReadOnlyAdmin
from games.admin.notice_acts import NOTICE_ACTS
from games.admin.own import NotOwnGames
from games.admin.paths import OF_NOTICE
from games.admin.period import PeriodFilter
from games.admin.preview import ShowsMails
from games.admin.search import FindsGames
from games.admin.watch import find_resend_parked_url
from games.admin.words import mask_address, write_address
from games.models import Notice


@admin.register(Notice)
class NoticeAdmin(NotOwnGames, FindsGames, ShowsMails, ActsAdmin, ReadOnlyAdmin):
    acts = NOTICE_ACTS
    game_paths = OF_NOTICE
    user_paths = ("user",)
    guest_paths = ("guest",)
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
    list_filter = ("state", "kind", "reason", PeriodFilter)
    list_select_related = ("user", "guest", "game", "invitation", "vacation")
    linked_lookups = (
        "user__id__exact",
        "guest__id__exact",
        "game__id__exact",
        "invitation__id__exact",
    )
    change_list_template = "admin/games/notice/change_list.html"
    dated_by = "created_at"
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "kind",
        "state",
        "reason",
        "reader_link",
        "sent_to",
        "game_link",
        "seq",
        "deadline_at",
        "invitation_link",
        "vacation_link",
        "attempts",
        "unknown_outcomes",
        "last_error",
        "created_at",
        "due_at",
        "done_at",
        "message_id",
        "mail",
    )

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        context = {**(extra_context or {}), "resend_parked_url": find_resend_parked_url(request)}
        return super().changelist_view(request, context)

    @admin.display(description=_("to"))
    def reader_link(self, notice: Notice) -> str:
        """Of an invitation to an address that is nobody’s here, enough to know it again."""
        if notice.user is None and notice.guest is None and notice.invitation is not None:
            return mask_address(notice.invitation.address)
        return self.link_to(notice.user or notice.guest)

    @admin.display(description=_("sent to"))
    def sent_to(self, notice: Notice) -> str:
        return write_address(notice.address, viewer=cast("User", self.request.user))

    @admin.display(description=_("game"))
    def game_link(self, notice: Notice) -> str:
        return self.link_to(notice.game)

    @admin.display(description=_("invitation"))
    def invitation_link(self, notice: Notice) -> str:
        return self.link_to(notice.invitation)

    @admin.display(description=_("vacation"))
    def vacation_link(self, notice: Notice) -> str:
        return self.link_to(notice.vacation)
