"""The settings page, and the library's pages where this site needs more of them."""

from copy import copy
from typing import Any, cast

from allauth.account import views as allauth_views
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.errors import AlreadyClosed
from accounts.forms import NAME_TAKEN, NameTaken, SettingsForm, SignupForm
from accounts.limits import lasting
from accounts.models import User
from accounts.second_factor import more_than_a_password
from accounts.sessions import sign_out_elsewhere
from accounts.signals import zone_changed
from accounts.zones import find_browser_zone, tell_alike


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def settings_page(request: HttpRequest) -> HttpResponse:
    """Name, language and time zone; the ways to address, password and sign-out."""
    # A copy, so that a refused name does not show in the page's bar.
    person = copy(cast("User", request.user))
    form = SettingsForm(request.POST or None, instance=person)
    try:
        user = _save(form) if form.is_valid() else None
    except AlreadyClosed:
        return redirect("account_inactive")
    if user:
        if "time_zone" in form.changed_data:
            zone_changed.send(sender=User, user=user)
        with translation.override(user.language):
            messages.success(request, _("Saved."))
        return redirect("accounts:settings")
    context = {"form": form, "browser_zone": _find_other_zone(request)}
    return render(request, "accounts/settings.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def take_browser_zone(request: HttpRequest) -> HttpResponse:
    """Tell times as the person's browser does; GET leads to the page with the button."""
    if request.method == "POST" and (zone := _find_other_zone(request)):
        user = cast("User", request.user)
        User.objects.filter(pk=user.pk, is_active=True).update(time_zone=zone)
        user.time_zone = zone
        zone_changed.send(sender=User, user=user)
        messages.success(request, _("Saved."))
    return redirect("accounts:settings")


def _find_other_zone(request: HttpRequest) -> str:
    """That of the browser, where its clocks show something else than the person's setting."""
    zone, chosen = find_browser_zone(request), cast("User", request.user).time_zone
    if not zone or tell_alike(zone, chosen, now=timezone.now()):
        return ""
    return zone


def _save(form: SettingsForm) -> User | None:
    try:
        return form.store()
    except NameTaken:
        form.add_error("name", NAME_TAKEN)
        return None


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def sign_out_everywhere(request: HttpRequest) -> HttpResponse:
    """End the person's other sessions; GET leads to the page with the button."""
    if request.method == "POST":
        sign_out_elsewhere(request, cast("User", request.user))
        messages.success(request, _("Done. You are signed in here and nowhere else."))
    return redirect("accounts:settings")


@login_required
def change_address(request: HttpRequest) -> HttpResponse:
    """Another address; of the staff only after more than a password, since a code that is sent to
    it lets set up the second step.
    """
    user = cast("User", request.user)
    view = allauth_views.email
    if settings.STAFF_NEED_SECOND_FACTOR and user.is_staff:
        view = more_than_a_password(view)
    response: HttpResponse = view(request)
    return response


class SignupView(allauth_views.SignupView):  # type: ignore[misc]  # the library is not typed
    """Sign-up that survives two people who choose one name at the same moment."""

    def form_valid(self, form: SignupForm) -> HttpResponse:
        with lasting(settings.JOINING_LASTS):
            try:
                response: HttpResponse = super().form_valid(form)
            except NameTaken:
                form.add_error("name", NAME_TAKEN)
                response = self.form_invalid(form)
        return response


class AlikeResendMixin:
    """Asking for another code sends a mail to an unknown address as well.

    The library skips that mail, and the time of the answer tells who has an account.
    """

    _process: Any

    def _resend_form_valid(self, form: Any) -> HttpResponse:
        send = self._process.send
        self._process.send = lambda **_kwargs: send()
        response: HttpResponse = super()._resend_form_valid(form)  # type: ignore[misc]
        return response


class ConfirmLoginCodeView(AlikeResendMixin, allauth_views.ConfirmLoginCodeView):  # type: ignore[misc]
    """The code of a sign-in by mail."""


class ConfirmEmailView(AlikeResendMixin, allauth_views.ConfirmEmailVerificationCodeView):  # type: ignore[misc]
    """The code that proves an address."""
