"""The mail as it goes out: headers that tell programs what it is, and its two parts."""

from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.utils.crypto import salted_hmac

from games.mail.compose import ComposedMail
from games.mail.ways import find_stop_url
from games.models import Notice
from games.services.facts import find_person
from games.services.mailboxes import Mailbox


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
        "List-Id": _name_list(notice),
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        **_tell_how_to_stop(notice),
    }


def _make_root(notice: Notice) -> str:
    """The Message-ID of a mail that was never sent, under which those of a game hang together."""
    reader = find_person(notice) or "whoever is invited"
    text = f"{_name_subject(notice)} {reader}"
    digest = salted_hmac("games.mail.thread", text, algorithm="sha256")
    return f"<{digest.hexdigest()[:32]}@{_host()}>"


def _name_subject(notice: Notice) -> str:
    if notice.game_id is not None:
        return f"game {notice.game_id}"
    if notice.invitation_id is not None:
        return f"invitation {notice.invitation_id}"
    return "vacations" if notice.vacation_id else "tests"


def _name_list(notice: Notice) -> str:
    """By the class that can be stopped, or by what cannot."""
    return f"<{notice.mail_class or notice.kind}.{_host()}>"


def _tell_how_to_stop(notice: Notice) -> dict[str, str]:
    if (url := find_stop_url(notice)) is None:
        return {}
    return {
        "List-Unsubscribe": f"<{url}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }


def _host() -> str:
    return urlsplit(settings.SITE_ADDRESS).hostname or ""
