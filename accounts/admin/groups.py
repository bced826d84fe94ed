"""Groups: what their members may do. Superusers alone decide it (docs/decisions/roles.md)."""

from django.contrib import admin
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.models import Group
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.audit import name_act
from accounts.desk import DeskAdmin

# Whoever could write a group would take what it may do. Django lets staff do it.
admin.site.unregister(Group)

name_act("group.add", _("Make a group"))
name_act("group.edit", _("Change a group"))
name_act("group.delete", _("Delete a group"))


@admin.register(Group)
class GroupAdmin(DeskAdmin, auth_admin.GroupAdmin):
    """The roles are written anew by each `migrate`; other groups are the superusers' own."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.is_superuser

    def has_change_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser

    def has_delete_permission(self, request: HttpRequest, obj: Group | None = None) -> bool:
        return request.user.is_superuser
