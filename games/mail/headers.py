"""The mail as it goes out: headers that tell programs what it is, and its two parts."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import salted_hmac

from games.mail.compose import ComposedMail
from games.mail.links import make_stop_url
from games.models import MailClass, Notice
from games.services.mailboxes import Mailbox

STAFF_LIST = "staff"


def make_message(notice: Notice, mail: ComposedMail, mailbox: Mailbox) -> EmailMultiAlternatives:
    """One mail to one address. No header holds anybody's words."""
    message = EmailMultiAlternatives(
        subject=mail.subject,
        body=mail.text,
        from_email=settings.DEFAULT_FROM_EMAIL,
        to=[mailbox.address],
        headers=_make_headers(notice),
    )
    message.attach_alternative(mail.html, "text/html")
    return message


def _make_headers(notice: Notice) -> dict[str, str]:
    root = _make_root(notice)
    return {
        "Message-ID": notice.message_id,
        "In-Reply-To": root,
        "References": root,
        "List-Id": _name_list(notice.mail_class),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        **_tell_how_to_stop(notice, notice.mail_class),
    }


def _make_root(notice: Notice) -> str:
    """The Message-ID of a mail that was never sent, under which those of a game hang together."""
    subject = f"game {notice.game_id}" if notice.game_id else f"invitation {notice.invitation_id}"
    digest = salted_hmac("games.mail.thread", f"{subject} {notice.reader}", algorithm="sha256")
    return f"<{digest.hexdigest()[:32]}@{_host()}>"


def _name_list(mail_class: MailClass | None) -> str:
    return f"<{mail_class or STAFF_LIST}.{_host()}>"


def _tell_how_to_stop(notice: Notice, mail_class: MailClass | None) -> dict[str, str]:
    if mail_class is None:
        return {}
    return {
        "List-Unsubscribe": f"<{make_stop_url(notice, mail_class)}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _host() -> str:
    return urlsplit(settings.SITE_ADDRESS).hostname or ""
