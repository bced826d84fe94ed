"""Where Facebook asks to delete what it told of a person, and where the person sees the answer."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST, require_safe

from accounts import facebook
from accounts.decorators import without_person
from accounts.models import DeletionRequest


@without_person
@csrf_exempt  # Facebook's own signature stands in for the form's token
@require_POST
def delete(request: HttpRequest) -> HttpResponse:
    """Do what a signed request asks, at once, and tell where the answer is. 404 without keys."""
    secret = facebook.find_secret()
    if secret is None:
        raise Http404
    try:
        wish = facebook.read_signed_request(request.POST.get("signed_request", ""), secret=secret)
    except facebook.BadRequest as error:
        return JsonResponse({"error": str(error)}, status=400)
    code = facebook.forget(wish).code
    address = settings.SITE_ADDRESS + reverse("accounts:facebook_deleted", args=[code])
    return JsonResponse({"url": address, "confirmation_code": code})


@require_safe
def deleted(request: HttpRequest, code: str) -> HttpResponse:
    """What came of a request, for whoever has its code."""
    done = get_object_or_404(DeletionRequest, code=code)
    return render(request, "accounts/facebook_deleted.html", {"done": done})
