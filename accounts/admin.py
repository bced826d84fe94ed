"""People, as the staff see them: no password, no address to change, nobody to delete."""

from typing import Any

import allauth.account.admin  # noqa: F401  registers what is unregistered below
from allauth.account.models import EmailAddress
from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import DeskAdmin
from accounts.forms import PersonForm
from accounts.models import User

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")

# Whoever could write an address would have a sign-in code sent to it; whoever could write a group
# would take what it may do. The libraries let staff do both.
admin.site.unregister([EmailAddress, Group])


@admin.register(User)
class UserAdmin(DeskAdmin):
    """People sign up by themselves and prove their address; staff may rename and close out."""

    form = PersonForm
    list_display = ("name", "email", "has_proven_address", "joined_at", "last_login", "is_active")
    list_filter = ("is_active", "is_staff", "language", "joined_at", "last_login")
    search_fields = ("name", "name_key", "email")
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("name", "email", "addresses", "language", "time_zone")}),
        (_("History"), {"fields": ("joined_at", "last_login")}),
        (_("Powers"), {"fields": ("is_active", *POWERS)}),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        proven = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
        people: QuerySet[User] = super().get_queryset(request)
        return people.annotate(proven=Exists(proven))

    @admin.display(description=_("address proven"), boolean=True, ordering="proven")
    def has_proven_address(self, person: Any) -> bool:
        return bool(person.proven)

    @admin.display(description=_("addresses"))
    def addresses(self, person: Any) -> SafeString:
        found = person.emailaddress_set.order_by("-primary", "-verified", "email")
        lines = ((row.email, _("proven") if row.verified else _("not proven")) for row in found)
        return format_html_join("", "<div>{} ({})</div>", lines)

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fields = ("email", "addresses", "joined_at", "last_login")
        return fields if request.user.is_superuser else (*fields, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        may = super().has_change_permission(request, obj)
        return may and (request.user.is_superuser or obj is None or not obj.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@admin.register(Group)
class GroupAdmin(DeskAdmin, auth_admin.GroupAdmin):
    """What the members of a group may do: superusers alone decide it."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser
