"""No more invitations to an address: without a cookie, an account or a page in between."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import without_person
from games.mail.links import BadToken
from games.mail.refuse_links import read_refuse_token
from games.services.address_stops import (
    let_invitations_in,
    refuse_invitations,
    refuses_invitations,
)

START = "start"


@without_person
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def refuse(request: HttpRequest, token: str) -> HttpResponse:
    """Any POST stops them, but for the button that lets them in again: as in `stop_mails`."""
    try:
        digest = read_refuse_token(token)
    except BadToken:
        return HttpResponse(render_to_string("games/mail_unknown.html"), status=404)
    is_started = request.method == "POST" and request.POST.get("do") == START
    if request.method == "POST":
        change = let_invitations_in if is_started else refuse_invitations
        change(digest)
    page = {"is_stopped": refuses_invitations(digest), "is_started": is_started}
    return HttpResponse(render_to_string("games/refuse.html", page))
