"""People, as the staff see them: no password, no address to change, nobody to delete."""

from typing import Any

from allauth.account.models import EmailAddress
from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.forms import PersonForm
from accounts.models import User

POWERS = ("is_staff", "is_superuser", "groups", "user_permissions")


@admin.register(User)
class UserAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """People sign up by themselves and prove their address; staff may rename and close out."""

    form = PersonForm
    list_display = ("name", "email", "has_proven_address", "joined_at", "last_login", "is_active")
    list_filter = ("is_active", "is_staff", "language", "joined_at", "last_login")
    search_fields = ("name", "name_key", "email")
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    filter_horizontal = ("groups", "user_permissions")
    fieldsets = (
        (None, {"fields": ("name", "email", "has_proven_address", "language", "time_zone")}),
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

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fields = ("email", "has_proven_address", "joined_at", "last_login")
        return fields if request.user.is_superuser else (*fields, *POWERS)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        may = super().has_change_permission(request, obj)
        return may and (request.user.is_superuser or obj is None or not obj.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False
