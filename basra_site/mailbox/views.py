"""The mailbox of development: `/mailbox/`."""

from pathlib import Path

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_safe

from basra_site.mailbox.letters import Letter, find_letter, list_letters

# A mail's HTML may be styled by itself and nothing else; it runs no script and loads nothing.
LETTER_POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox"


@require_safe
def mailbox(request: HttpRequest) -> HttpResponse:
    """All mails, the newest first."""
    return render(request, "mailbox/list.html", {"letters": list_letters(mail_folder())})


@require_safe
def letter(request: HttpRequest, letter_id: str) -> HttpResponse:
    """One mail: headers, text, and its HTML in a frame."""
    return render(request, "mailbox/letter.html", {"letter": get_letter(letter_id)})


@require_safe
@xframe_options_sameorigin
def letter_html(_request: HttpRequest, letter_id: str) -> HttpResponse:
    """The HTML of one mail as the frame's document."""
    policy = {"Content-Security-Policy": LETTER_POLICY}
    return HttpResponse(get_letter(letter_id).html, headers=policy)


def get_letter(letter_id: str) -> Letter:
    found = find_letter(mail_folder(), letter_id)
    if found is None:
        raise Http404
    return found


def mail_folder() -> Path:
    return Path(settings.EMAIL_FILE_PATH)
