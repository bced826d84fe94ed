"""What a person may do with what the site knows of them: take it along, and have it forgotten."""

from typing import Any, cast

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.closing import close_account, foresee_closing
from accounts.errors import AlreadyClosed, LastSuperuser
from accounts.export import export
from accounts.models import User


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def export_page(request: HttpRequest) -> HttpResponse:
    """GET says what is in the file, POST hands it out."""
    if request.method == "POST":
        return _hand_out(export(cast("User", request.user)))
    return render(request, "accounts/export.html")


@login_required
@reauthentication_required  # type: ignore[untyped-decorator]
@require_http_methods(["GET", "HEAD", "POST"])
def close_page(request: HttpRequest) -> HttpResponse:
    """GET says what closing ends, POST closes the account for ever."""
    user = cast("User", request.user)
    if request.method != "POST":
        return _ask(request, user)
    try:
        close_account(user)
    except LastSuperuser as refusal:
        return _ask(request, user, note=str(refusal), status=409)
    except AlreadyClosed:
        pass  # pressed twice, or the staff were faster
    logout(request)
    messages.success(request, _("Your account is closed. Thank you for the games."))
    return redirect("games:home")


def _ask(request: HttpRequest, user: User, *, note: str = "", status: int = 200) -> HttpResponse:
    context = {"ends": foresee_closing(user), "note": note}
    return render(request, "accounts/close.html", context, status=status)


def _hand_out(known: dict[str, Any]) -> HttpResponse:
    answer = JsonResponse(known, json_dumps_params={"ensure_ascii": False, "indent": 2})
    day = timezone.now().date().isoformat()
    answer["Content-Disposition"] = f'attachment; filename="basra-{day}.json"'
    return answer
