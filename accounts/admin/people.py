"""People, as the staff see them: no password, no address to change, nobody to delete."""

from collections.abc import Sequence
from typing import Any, cast

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.contrib import admin
from django.db.models import Exists, OuterRef, QuerySet
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.admin.acts import ACTS
from accounts.admin.person_form import DeskPersonForm
from accounts.audit import name_act
from accounts.desk import SEE_ADDRESSES, SEE_AUDIT_LOG, DeskAdmin
from accounts.desk_acts import ActsAdmin
from accounts.desk_conflicts import is_answerable, list_companions
from accounts.desk_links import Link, list_links, register_links
from accounts.desk_read import NOBODY
from accounts.models import User

POWERS = ("is_staff", "is_superuser", "groups")
OF_ADDRESSES = ("email", "has_proven_address", "addresses")
STATES = ("is_active", "suspended_at", "closed_at")
HISTORY = ("joined_at", "last_login", "last_seen_at", "public_id")

name_act("user.edit", gettext_lazy("Change a person"))


@admin.register(User)
class UserAdmin(ActsAdmin, DeskAdmin):
    """People sign up by themselves and prove their address; staff may rename them, and act."""

    acts = ACTS
    form = DeskPersonForm
    list_display = (
        *("name", "email", "has_proven_address", "joined_at", "last_seen_at"),
        *("is_active", "suspended_at", "is_staff"),
    )
    list_filter = (
        *("is_active", "is_staff", "language", "joined_at", "last_login"),
        ("suspended_at", admin.EmptyFieldListFilter),
        ("closed_at", admin.EmptyFieldListFilter),
    )
    search_fields = ("name", "name_key", "email", "=public_id")
    search_help_text = gettext_lazy("Name, public id or e-mail address")
    ordering = ("-joined_at",)
    date_hierarchy = "joined_at"
    filter_horizontal = ("groups",)
    fieldsets = (
        (None, {"fields": ("name", "email", "addresses", "language", "time_zone")}),
        (gettext_lazy("Signing in"), {"fields": ("ways_in", *STATES)}),
        (gettext_lazy("History"), {"fields": HISTORY}),
        (gettext_lazy("Powers"), {"fields": POWERS}),
    )
    readonly_fields = ("email", "addresses", "ways_in", *STATES, *HISTORY)

    def get_queryset(self, request: HttpRequest) -> QuerySet[User]:
        proven = EmailAddress.objects.filter(user=OuterRef("pk"), verified=True)
        people: QuerySet[User] = super().get_queryset(request)
        return people.annotate(proven=Exists(proven))

    @admin.display(description=gettext_lazy("address proven"), boolean=True, ordering="proven")
    def has_proven_address(self, person: Any) -> bool:
        return bool(person.proven)

    @admin.display(description=gettext_lazy("addresses"))
    def addresses(self, person: Any) -> SafeString:
        found = person.emailaddress_set.order_by("-primary", "-verified", "email")
        lines = ((row.email, _("proven") if row.verified else _("not proven")) for row in found)
        return format_html_join("", "<div>{} ({})</div>", lines)

    @admin.display(description=gettext_lazy("ways to sign in"))
    def ways_in(self, person: User) -> SafeString | str:
        ways = [_("a code by mail")] if person.is_active else []
        ways += [_("a password")] if person.has_usable_password() else []
        ways += SocialAccount.objects.filter(user=person).values_list("provider", flat=True)
        if Authenticator.objects.filter(user=person, type=Authenticator.Type.TOTP).exists():
            ways += [_("with a second factor")]
        return ", ".join(ways) or NOBODY

    def get_list_display(self, request: HttpRequest) -> list[Any]:
        return _without_addresses(request, super().get_list_display(request))

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        return [
            (title, {**options, "fields": _without_addresses(request, options["fields"])})
            for title, options in super().get_fieldsets(request, obj)
        ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> tuple[str, ...]:
        fields = self.readonly_fields
        return fields if request.user.is_superuser else (*fields, *POWERS)

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        person = kwargs.get("obj")
        context["links"] = list_links(person, viewer=cast("User", request.user)) if person else []
        return super().render_change_form(request, context, *args, **kwargs)

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """As the acts: a closed account, staff and whom one plays with are looked at only."""
        may = super().has_change_permission(request, obj)
        if not may or obj is None or obj.closed_at is not None:
            return may and obj is None
        actor = cast("User", request.user)
        return is_answerable(obj, to=actor) and obj.pk not in self._companions

    @cached_property
    def _companions(self) -> frozenset[int]:
        """Of the reader: for the copy that serves a request."""
        return list_companions(cast("User", self.request.user))

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """What the form has changed and no more: the rest of the row is older than its lock."""
        if columns := form.list_columns():
            obj.save(update_fields=columns)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


@register_links
def link_to_lists(person: User) -> list[Link]:
    social = reverse("admin:socialaccount_socialaccount_changelist")
    log = reverse("admin:accounts_auditentry_changelist")
    about = f"object_type__exact={person._meta.label}&object_key__exact={person.pk}"
    return [
        Link(
            gettext_lazy("Accounts at other sites"),
            f"{social}?user__id__exact={person.pk}",
            "socialaccount.view_socialaccount",
        ),
        Link(gettext_lazy("What the staff did to them"), f"{log}?{about}", SEE_AUDIT_LOG),
        Link(
            gettext_lazy("What they did as staff"),
            f"{log}?actor__id__exact={person.pk}",
            SEE_AUDIT_LOG,
        ),
    ]


def _without_addresses(request: HttpRequest, columns: Sequence[Any]) -> list[Any]:
    """What of the columns this member of the staff may see."""
    if cast("User", request.user).has_perm(SEE_ADDRESSES):
        return list(columns)
    return [column for column in columns if column not in OF_ADDRESSES]
