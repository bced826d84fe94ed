"""How people want to be written to, and whom they want nothing of, at the staff's desk."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.desk_read import NOBODY
from games.admin.base import ReadOnlyAdmin
from games.admin.period import PeriodFilter
from games.admin.search import find_guests, find_users
from games.models import Block, MailSettings


@admin.register(MailSettings)
class MailSettingsAdmin(ReadOnlyAdmin):
    """Without the number by which the links of mails are made void."""

    list_display = ("__str__", "who", "turns", "quiet_hours", "plays_from_mail")
    list_filter = ("turns", "plays_from_mail")
    list_select_related = ("user", "guest")
    linked_lookups = ("user__id__exact", "guest__id__exact")
    search_fields = ("pk",)
    search_help_text = _("Name, guest’s number or whole e-mail address")
    ordering = ("-pk",)
    fields = readonly_fields = ("who", "turns", "digest_hour", "quiet_hours", "plays_from_mail")

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        word = search_term.strip()
        if not word:
            return queryset, False
        found = Q(user__in=find_users(request, word)) | Q(guest__in=find_guests(word))
        return queryset.filter(found), False

    @admin.display(description=_("whose"))
    def who(self, wishes: MailSettings) -> str:
        return self.link_to(wishes.user or wishes.guest)

    @admin.display(description=_("quiet, in the person’s own zone"))
    def quiet_hours(self, wishes: MailSettings) -> str:
        if wishes.quiet_from is None:
            return NOBODY
        return f"{wishes.quiet_from:02}:00–{wishes.quiet_until:02}:00"


@admin.register(Block)
class BlockAdmin(ReadOnlyAdmin):
    """For questions such as “why can I not invite her?”. Who blocks the reader is not told."""

    list_display = ("__str__", "blocker_link", "blocked_link", "at")
    list_filter = (PeriodFilter,)
    list_select_related = ("blocker", "blocked")
    linked_lookups = ("blocker__id__exact", "blocked__id__exact")
    search_fields = ("pk",)
    search_help_text = _("Name or whole e-mail address of either side")
    dated_by = "at"
    ordering = ("-pk",)
    fields = readonly_fields = ("blocker_link", "blocked_link", "at")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Block]:
        blocks: QuerySet[Block] = super().get_queryset(request)
        return blocks.exclude(Q(blocker=request.user) | Q(blocked=request.user))

    def get_search_results(
        self, request: HttpRequest, queryset: Any, search_term: str
    ) -> tuple[Any, bool]:
        word = search_term.strip()
        if not word:
            return queryset, False
        people = find_users(request, word)
        return queryset.filter(Q(blocker__in=people) | Q(blocked__in=people)), False

    @admin.display(description=_("who blocks"))
    def blocker_link(self, block: Block) -> str:
        return self.link_to(block.blocker)

    @admin.display(description=_("who is blocked"))
    def blocked_link(self, block: Block) -> str:
        return self.link_to(block.blocked)
