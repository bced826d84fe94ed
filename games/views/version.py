"""Whether a table has moved on: the cheap question of a page that waits."""

from django.core.signing import BadSignature, TimestampSigner
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.decorators import without_person
from games import queries

TOKEN_AGE = 12 * 60 * 60
"""Seconds; a page that is older loads itself anew."""

signer = TimestampSigner(salt="games.version")


def make_version_url(public_id: str, version: int) -> str:
    """The address that tells when the game is no longer at `version`.

    Only for somebody who may see the game: its token stands in for a session.
    """
    address = reverse("games:version", args=[public_id])
    return f"{address}?v={version}&t={signer.sign(public_id)}"


@without_person
@require_safe
@never_cache
def version(request: HttpRequest, public_id: str) -> HttpResponse:
    """204 while nothing has changed, else the new version."""
    _check_token(request.GET.get("t", ""), public_id)
    found = queries.find_version(public_id)
    if found is None:
        raise Http404
    if request.GET.get("v") == str(found):
        return HttpResponse(status=204)
    return JsonResponse({"version": found})


def _check_token(token: str, public_id: str) -> None:
    try:
        signed = signer.unsign(token, max_age=TOKEN_AGE)
    except BadSignature as error:
        raise Http404 from error
    if signed != public_id:
        raise Http404
