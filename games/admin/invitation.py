"""Invitations at the staff's desk. Their token opens a seat: it is not even read."""

from typing import Any, cast

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.admin.base import ReadOnlyAdmin
from games.admin.own import NotOwnGames
from games.admin.period import PeriodFilter
from games.admin.search import FindsGames
from games.admin.words import (
    list_options_in_words,
    mask_address,
    tell_hours,
    tell_time,
    write_address,
)
from games.models import Invitation, Notice


@admin.register(Invitation)
class InvitationAdmin(NotOwnGames, FindsGames, ReadOnlyAdmin):
    game_paths = found_by = ("game", "rematch_of")
    user_paths = ("inviter_user", "invitee_user")
    guest_paths = ("inviter_guest", "invitee_guest")
    list_display = (
        "__str__",
        "from_link",
        "to_whom",
        "state",
        "preset",
        "pace_in_words",
        "created_at",
        "expires_at",
        "game_link",
    )
    list_filter = ("state", "kind", "pace", "preset", PeriodFilter)
    list_select_related = (
        "inviter_user",
        "inviter_guest",
        "invitee_user",
        "invitee_guest",
        "game",
    )
    linked_lookups = (
        "inviter_user__id__exact",
        "inviter_guest__id__exact",
        "invitee_user__id__exact",
        "invitee_guest__id__exact",
    )
    dated_by = "created_at"
    ordering = ("-created_at",)
    fields = readonly_fields = (
        "kind",
        "state",
        "from_link",
        "to_link",
        "to_address",
        "preset",
        "target",
        "time_in_words",
        "options_in_words",
        "rules_version",
        "created_at",
        "expires_at",
        "ended_at",
        "game_link",
        "rematch_of_link",
        "notices_link",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).defer("token")

    @admin.display(description=_("from"))
    def from_link(self, invitation: Invitation) -> str:
        return self.link_to(invitation.inviter_user or invitation.inviter_guest)

    @admin.display(description=_("to"))
    def to_link(self, invitation: Invitation) -> str:
        return self.link_to(invitation.invitee_user or invitation.invitee_guest)

    @admin.display(description=_("to"))
    def to_whom(self, invitation: Invitation) -> str:
        """In lists, of an address only enough to know it again: it may be a stranger’s."""
        if invitation.invitee is None and invitation.address:
            return mask_address(invitation.address)
        return self.to_link(invitation)

    @admin.display(description=_("to the address"))
    def to_address(self, invitation: Invitation) -> str:
        return write_address(invitation.address, viewer=cast("User", self.request.user))

    @admin.display(description=_("time"), ordering="pace")
    def pace_in_words(self, invitation: Invitation) -> str:
        return tell_hours(invitation.time_control)

    @admin.display(description=_("for a turn, and bank"))
    def time_in_words(self, invitation: Invitation) -> str:
        return tell_time(invitation.time_control)

    @admin.display(description=_("game"))
    def game_link(self, invitation: Invitation) -> str:
        return self.link_to(invitation.game)

    @admin.display(description=_("rematch of"))
    def rematch_of_link(self, invitation: Invitation) -> str:
        return self.link_to(invitation.rematch_of)

    @admin.display(description=_("options"))
    def options_in_words(self, invitation: Invitation) -> SafeString:
        return list_options_in_words(invitation.options)

    @admin.display(description=_("mails"))
    def notices_link(self, invitation: Invitation) -> SafeString | str:
        count = invitation.notices.count()
        return self.link_to_list(Notice, count, invitation__id__exact=invitation.pk)
