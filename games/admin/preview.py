"""A mail as the staff may see it: without the reader's hand, and without a link that works."""

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import URLPattern, path
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from accounts.desk import DeskAdmin
from games.mail.compose import ComposedMail, preview
from games.models import Notice, Seat

# A mail brings its own style and nothing else: no script, no picture, no form, no frame around it.
MAIL_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)


class ShowsMails(DeskAdmin):
    """Adds the text of a notice's mail to its page, and a page of its own for the HTML part."""

    def get_urls(self) -> list[URLPattern]:
        view = self.admin_site.admin_view(self.mail_view)
        return [
            path("<path:object_id>/mail/", view, name="games_notice_mail"),
            *super().get_urls(),
        ]

    def mail_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        notice = self.get_object(request, unquote(object_id))
        if not self.has_view_permission(request, notice):
            raise PermissionDenied
        mail = find_preview(notice) if notice else None
        if mail is None:
            raise Http404
        return HttpResponse(mail.html, headers={"Content-Security-Policy": MAIL_POLICY})

    @admin.display(description=_("the mail as it would be now"))
    def mail(self, notice: Notice) -> SafeString:
        context = {"notice": notice, "mail": find_preview(notice)}
        return render_to_string("admin/games/notice/mail.html", context)


def find_preview(notice: Notice) -> ComposedMail | None:
    """None for a mail that nobody could get any more, since its reader has left the game."""
    try:
        return preview(notice)
    except (Seat.DoesNotExist, ValueError):
        return None
