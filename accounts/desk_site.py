"""The staff's desk as a whole: who may enter, and its front page."""

from typing import Any

from allauth.account.utils import get_next_redirect_url
from django.contrib import admin
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, resolve_url
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache

from accounts.desk_panels import list_panels
from accounts.models import User
from accounts.second_factor import is_desk_open, lead_to_second_factor

WANTED = "wanted_at_the_desk"


class DeskSite(admin.AdminSite):
    """Signs nobody in by itself: that is the site's own sign-in, and its second factor."""

    site_header = site_title = _("Basra")
    index_title = _("The staff’s desk")

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) and is_desk_open(request)

    def get_urls(self) -> list[Any]:
        """Without Django's way from any row to its page on the site: the address of an invitation
        opens a seat, and that of a game is for its players."""
        urls = super().get_urls()
        return [url for url in urls if getattr(url, "name", None) != "view_on_site"]

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        """Lead to whatever step is missing, and in the end to the page that was wanted."""
        wanted = get_next_redirect_url(request) or request.session.pop(WANTED, None)
        wanted = wanted or reverse("admin:index")
        if not isinstance(request.user, User):
            return redirect_to_login(wanted, resolve_url("account_login"))
        if not super().has_permission(request):
            raise PermissionDenied
        if is_desk_open(request):
            return HttpResponseRedirect(wanted)
        # Who sets up a second factor now comes back without the address.
        request.session[WANTED] = wanted
        return lead_to_second_factor(request.user, wanted)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")

    def password_change_done(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")

    def index(self, request: HttpRequest, extra_context: Any = None) -> Any:
        panels = list_panels(request)
        concerns = [each for panel in panels for each in panel.concerns if each.count]
        return super().index(request, {"panels": panels, "concerns": concerns})
