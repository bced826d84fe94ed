"""Pages about the site as a whole: what it keeps of people, what it asks of them, how to write."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    return render(request, "site/privacy.html", {"sites": settings.SOCIALACCOUNT_PROVIDERS})


@require_safe
def terms(request: HttpRequest) -> HttpResponse:
    return render(request, "site/terms.html")


@require_safe
def contact(request: HttpRequest) -> HttpResponse:
    return render(request, "site/contact.html", {"address": settings.CONTACT_ADDRESS})
