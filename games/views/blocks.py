"""Keeping somebody away, in two steps, and taking it back."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from accounts.models import User
from games.services import blocks
from games.views.people import person_of_member


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def block_member(request: HttpRequest, public_id: str) -> HttpResponse:
    """GET asks whether it is meant; POST does it."""
    member = _get_other_or_404(request, public_id)
    person = person_of_member(member)
    if request.method != "POST":
        return render(request, "games/block.html", {"person": person})
    blocks.block(_key_of(request), member.pk)
    words = {"name": person.isolated}
    messages.success(request, _("%(name)s is blocked, and is not told.") % words)
    return redirect("games:profile", public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def unblock_member(request: HttpRequest, public_id: str) -> HttpResponse:
    member = _get_other_or_404(request, public_id)
    if request.method == "POST":
        blocks.unblock(_key_of(request), member.pk)
        words = {"name": person_of_member(member).isolated}
        messages.success(request, _("%(name)s is not blocked any more.") % words)
    return redirect("games:profile", public_id)


def _get_other_or_404(request: HttpRequest, public_id: str) -> User:
    others = User.objects.filter(closed_at__isnull=True).exclude(pk=_key_of(request))
    if (member := others.filter(public_id=public_id).first()) is None:
        raise Http404
    return member


def _key_of(request: HttpRequest) -> int:
    if not isinstance(request.user, User):
        raise Http404
    return request.user.pk
