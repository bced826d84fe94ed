"""Mails to a person about what became of their account. They ask for no answer."""

from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.mail import EmailMessage
from django.utils import translation
from django.utils.translation import gettext as _

from accounts.adapter import AccountAdapter
from accounts.models import User


def can_write_to(person: User) -> bool:
    """Whether the person's address is proven: no other is written to."""
    proven = EmailAddress.objects.filter(user=person, email=person.email, verified=True)
    return bool(proven.exists())


def compose_letter(person: User, prefix: str, **words: Any) -> EmailMessage | None:
    """The mail of templates/account/email/PREFIX_*.txt in the person's language.

    None where no address is proven.
    """
    if not can_write_to(person):
        return None
    known = {"name": person.name, "site_address": settings.SITE_ADDRESS, **words}
    with translation.override(person.language):
        return AccountAdapter().render_mail(f"account/email/{prefix}", person.email, known)


def foresee_letter(person: User) -> str:
    """Whether such a mail will reach the person, in a sentence."""
    if can_write_to(person):
        return _("%(name)s gets a mail that says so.") % {"name": person.name}
    return _("%(name)s gets no mail: there is no proven address.") % {"name": person.name}
