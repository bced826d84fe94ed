"""Stopping mails from within one: without a cookie, an account or a page in between."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.utils.translation import pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from accounts.decorators import without_person
from games.mail.links import BadToken, Stop, read_stop_token
from games.models import MailClass
from games.services.mail_wishes import find_reader, list_stopped, start_mail, stop_mail

START = "start"
NAMES = {
    MailClass.TURNS: pgettext_lazy("inside a sentence", "turn mails"),
    MailClass.REMINDERS: pgettext_lazy("inside a sentence", "reminders"),
    MailClass.INVITATIONS: pgettext_lazy("inside a sentence", "mails about invitations"),
    MailClass.RESULTS: pgettext_lazy("inside a sentence", "mails about results"),
}


@without_person
@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stop_mails(request: HttpRequest, token: str) -> HttpResponse:
    """Any POST stops the class of mail that the token names, but for the button that starts it.

    Mail programs send one by themselves when their reader presses "unsubscribe" (RFC 8058), and
    take nothing but a plain 200 for a yes. The token says who, so there is nothing for a strange
    page to abuse but the amount of mail.
    """
    try:
        stop = read_stop_token(token)
    except BadToken:
        return HttpResponse(render_to_string("games/mail_unknown.html"), status=404)
    is_started = request.method == "POST" and request.POST.get("do") == START
    if request.method == "POST":
        change = start_mail if is_started else stop_mail
        change(stop.player, stop.mail_class)
    page = {**_context(stop), "is_started": is_started}
    return HttpResponse(render_to_string("games/mail_stop.html", page))


def _context(stop: Stop) -> dict[str, object]:
    stopped = list_stopped(find_reader(stop.player))
    return {"mails": NAMES[stop.mail_class], "is_stopped": stop.mail_class in stopped}
