"""The mail by which a guest proves an address: its link opens a page, which has the button."""

from dataclasses import dataclass
from datetime import timedelta

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.mail.compose import render_html
from games.mail.letter import Letter
from games.mail.links import BadToken, absolute
from games.mail.text import render_text

SALT = "games.mail.proof"
TOKEN_AGE = timedelta(days=3)


@dataclass(frozen=True, slots=True)
class Proof:
    """What the link says: who asked to be written to where, and in which language."""

    guest_id: int
    address: str
    language: str


def send_proof(guest_id: int, address: str) -> None:
    """Write to the address; whose it is, nobody asks. Raises what the mail server's way raises."""
    letter = _write(Proof(guest_id, address, get_language() or settings.LANGUAGE_CODE))
    message = EmailMultiAlternatives(
        subject=letter.subject,
        body=render_text(letter),
        to=[address],
        headers={"Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "All"},
    )
    message.attach_alternative(render_html(letter), "text/html")
    message.send()


def read_proof(token: str) -> Proof:
    """Raises BadToken, also for one that is too old."""
    try:
        found = signing.loads(token, salt=SALT, max_age=TOKEN_AGE)
    except signing.BadSignature as error:
        raise BadToken from error
    return Proof(*found)


def _write(proof: Proof) -> Letter:
    token = signing.dumps([proof.guest_id, proof.address, proof.language], salt=SALT)
    return Letter(
        subject=_("Shall we write to you here?"),
        headline=_("Shall we write to you here?"),
        paragraphs=(
            _("Somebody who plays Basra as a guest asks for a mail here at each turn."),
            _("If that was you, open the page and say so. If not, do nothing."),
        ),
        button=_("Open the page"),
        url=absolute(reverse("games:prove_address", args=[token])),
        why=_("The link is good for %(days)d days. Without it this address is kept nowhere.")
        % {"days": TOKEN_AGE.days},
    )
