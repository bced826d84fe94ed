"""How people sign in: accounts at other sites are shown, keys and secrets of any kind are not."""

import allauth.account.admin
import allauth.mfa.admin
import allauth.socialaccount.admin  # noqa: F401  each registers what is unregistered below
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django.contrib import admin
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import DeskAdmin
from accounts.desk_read import ReadOnly

# Whoever could write an address would have a sign-in code sent to it. The rest are secrets.
admin.site.unregister([EmailAddress, Authenticator, SocialAccount, SocialApp, SocialToken])


@admin.register(SocialAccount)
class SocialAccountAdmin(ReadOnly, DeskAdmin):
    """Without what the other site told of the person."""

    list_display = ("__str__", "provider", "uid", "user_link", "date_joined", "last_login")
    list_filter = ("provider", "date_joined")
    list_select_related = ("user",)
    linked_lookups = ("user__id__exact",)
    search_fields = ("=uid", "user__name", "=user__email")
    search_help_text = _("Whole id at the other site, name or whole e-mail address")
    date_hierarchy = "date_joined"
    ordering = ("-date_joined", "-pk")
    fields = readonly_fields = ("provider", "uid", "user_link", "date_joined", "last_login")

    @admin.display(description=_("person"), ordering="user__name")
    def user_link(self, account: SocialAccount) -> SafeString | str:
        return self.link_to(account.user)
