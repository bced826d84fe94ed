"""Sign-in with another site: there, back, the choice of a name, and the links to such sites."""

from collections.abc import Callable
from typing import Any, cast

from allauth.account.adapter import get_adapter as get_account_adapter
from allauth.account.decorators import reauthentication_required
from allauth.account.utils import get_next_redirect_url
from allauth.decorators import rate_limit
from allauth.socialaccount import views as library
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import render_authentication_error
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base import Provider
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.utils import get_request_param
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods
from requests import RequestException

from accounts import connections
from accounts.forms import NAME_TAKEN, NameTaken, SocialSignupForm
from accounts.limits import lasting
from accounts.models import User
from accounts.social_adapter import find_address, has_account

# What the library lets through when the other site is down or answers something else than it
# should, and what a second click in the same moment comes to.
MISHAPS = (
    AttributeError,
    ImproperlyConfigured,
    IntegrityError,
    LookupError,
    OAuth2Error,
    OverflowError,
    RecursionError,
    RequestException,
    TypeError,
    ValueError,
)
REFUSED = "access_denied"
PENDING = "socialaccount_sociallogin"


@require_http_methods(["GET", "HEAD", "POST"])
def go_there(request: HttpRequest, site: str) -> HttpResponse:
    """Lead to the other site; unless by POST only ask.

    Of the request only these two words go along. The library would take scopes and any other
    parameter from the address, so that a link on a strange page could write what is asked there.
    """
    meant = {"process": read_process(request), "next_url": get_next_redirect_url(request)}
    provider = _get_provider(request, site)
    if request.method != "POST":
        return render(request, "socialaccount/login.html", {"provider": provider, **meant})
    return _run(request, provider, lambda: provider.redirect(request, **meant))


@require_GET
def come_back(request: HttpRequest, site: str) -> HttpResponse:
    """Read what the other site says of the person, who may also have refused there."""
    if request.GET.get("error") == REFUSED:
        return redirect("socialaccount_login_cancelled")
    provider = _get_provider(request, site)
    return _run(request, provider, lambda: _read_answer(request, provider))


def read_process(request: HttpRequest) -> str:
    """Whether the person means to connect a site, or to sign in."""
    return "connect" if get_request_param(request, "process") == "connect" else "login"


def _get_provider(request: HttpRequest, site: str) -> Provider:
    try:
        return get_adapter(request).get_provider(request, site)
    except SocialApp.DoesNotExist:
        raise Http404 from None


def _read_answer(request: HttpRequest, provider: Provider) -> HttpResponse:
    adapter = provider.get_oauth2_adapter(request)
    response: HttpResponse = OAuth2CallbackView.adapter_view(adapter)(request)
    return response


def _run(request: HttpRequest, provider: Provider, act: Callable[[], HttpResponse]) -> HttpResponse:
    try:
        return act()
    except MISHAPS as mishap:
        response: HttpResponse = render_authentication_error(request, provider, exception=mishap)
        return response


def no_token(_request: HttpRequest, _site: str) -> HttpResponse:
    """The library's sign-in by a token that a script has fetched; no page of ours has one."""
    raise Http404


@method_decorator(rate_limit(action="signup"), name="dispatch")
class SocialSignupView(library.SignupView):  # type: ignore[misc]  # the library is not typed
    """The choice of a name; or, where the address has an account, the way to it."""

    def get(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if has_account(self.sociallogin):
            return self._tell_of_account()
        response: HttpResponse = super().get(request, *args, **kwargs)
        return response

    def form_valid(self, form: SocialSignupForm) -> HttpResponse:
        with lasting(settings.JOINING_LASTS):
            return self._join(form)

    def _join(self, form: SocialSignupForm) -> HttpResponse:
        pending = self.request.session.get(PENDING)
        try:
            response: HttpResponse = super().form_valid(form)
        except NameTaken:
            self.request.session[PENDING] = pending
            form.add_error("name", NAME_TAKEN)
            response = self.form_invalid(form)
        except IntegrityError as mishap:
            # The same person has joined from another window a moment ago.
            provider = self.sociallogin.provider
            response = render_authentication_error(self.request, provider, exception=mishap)
        return response

    def _tell_of_account(self) -> HttpResponse:
        told = find_address(self.sociallogin)
        meant = self.sociallogin.get_redirect_url(self.request)
        context = {
            "site": self.sociallogin.provider.name,
            "email": told and told.email,
            "next": meant or reverse("socialaccount_connections"),
        }
        return render(self.request, "socialaccount/has_account.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def connections_page(request: HttpRequest) -> HttpResponse:
    """The sites that a person may sign in with: connect one more, remove one."""
    if request.method == "POST":
        response: HttpResponse = _remove(request)
        return response
    user = cast("User", request.user)
    found = connections.list_connections(request, user)
    return render(request, "socialaccount/connections.html", {"connections": found})


@reauthentication_required(app="allauth.socialaccount")  # type: ignore[untyped-decorator]
def _remove(request: HttpRequest) -> HttpResponse:
    connection = connections.find_connection(
        request, cast("User", request.user), key=request.POST.get("connection", "")
    )
    if connection is None:
        raise Http404
    try:
        connections.remove(request, connection)
    except ValidationError as refusal:
        messages.error(request, refusal.message)
    else:
        get_account_adapter(request).send_notification_mail(
            "socialaccount/email/account_disconnected",
            request.user,
            {"provider": connection.site},
        )
        messages.success(request, _("%(site)s is removed.") % {"site": connection.site})
    return redirect("socialaccount_connections")
