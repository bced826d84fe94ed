"""How the reader of a mail has fewer of its kind."""

from collections.abc import Iterator

from django.urls import reverse
from django.utils.translation import gettext as _

from games.mail.links import absolute, make_stop_url
from games.mail.refuse_links import make_refuse_url
from games.models import MailClass, Notice, NoticeKind


def list_ways(notice: Notice) -> Iterator[tuple[str, str]]:
    """Labels and addresses; of what the staff did, how to ask about it."""
    if notice.kind == NoticeKind.STAFF:
        yield _("Ask us about it"), absolute(reverse("contact"))
    if notice.user_id is not None:
        yield _("Change what we write"), absolute(f"{reverse('accounts:settings')}#mail")
    if (url := find_stop_url(notice)) is not None:
        yield _name_stop(notice), url


def find_stop_url(notice: Notice) -> str | None:
    """Where a POST stops mails like this one; None where they cannot be stopped."""
    if notice.mail_class is None:
        return None
    if notice.user_id is None and notice.guest_id is None:
        return make_refuse_url(notice.invitation.address if notice.invitation else "")
    return make_stop_url(notice, notice.mail_class)


def _name_stop(notice: Notice) -> str:
    if notice.user_id is None and notice.guest_id is None:
        return _("Do not write to this address again")
    return {
        MailClass.TURNS: _("No more turn mails"),
        MailClass.REMINDERS: _("No more reminders"),
        MailClass.INVITATIONS: _("No more mails about invitations"),
        MailClass.RESULTS: _("No more mails about results"),
    }[MailClass(notice.mail_class or "")]
