"""The mail by which a guest proves an address: its link opens a page, which has the button."""

from collections.abc import MutableMapping
from dataclasses import astuple, dataclass
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.core import signing
from django.core.mail import EmailMultiAlternatives
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import clock
from games.mail.compose import render_html
from games.mail.letter import Letter
from games.mail.links import BadToken, absolute
from games.mail.text import render_text
from games.services.mail_wishes import ask_for_address

SALT = "games.mail.proof.2"
TOKEN_AGE = timedelta(days=3)
SESSION_KEY = "address_to_prove"

Session = MutableMapping[str, Any]


@dataclass(frozen=True, slots=True)
class Proof:
    """What the link says: who asked to be written to where, and in which language.

    `asked` is the number of the guest's wish: a later one makes the link void.
    """

    guest_id: int
    asked: int
    address: str
    language: str


def send_proof(guest_id: int, address: str) -> None:
    """Write to the address; whose it is, nobody asks. Raises what the mail server's way raises."""
    language = get_language() or settings.LANGUAGE_CODE
    letter = _write(Proof(guest_id, ask_for_address(guest_id), address, language))
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
    token = signing.dumps(list(astuple(proof)), salt=SALT)
    return Letter(
        subject=_("Shall we write to you here?"),
        headline=_("Shall we write to you here?"),
        paragraphs=(
            _("Somebody who plays Basra as a guest asks for a mail here at each turn."),
            _("If that was you, open the page and say so. If not, do nothing."),
        ),
        button=_("Open the page"),
        url=absolute(reverse("games:prove_address", args=[token])),
        why=_("The link is good for %(days)d days. Without it we do not write here again.")
        % {"days": TOKEN_AGE.days},
    )


def note_address(session: Session, address: str) -> None:
    """That this browser waits for the mail to the address."""
    session[SESSION_KEY] = [address, clock.now().timestamp()]


def find_noted_address(session: Session) -> str:
    """Where the last mail went while its link is good; empty where there is none."""
    address, since = session.get(SESSION_KEY, ["", 0])
    if address and clock.now().timestamp() - since > TOKEN_AGE.total_seconds():
        forget_noted_address(session)
        return ""
    return str(address)


def forget_noted_address(session: Session) -> None:
    session.pop(SESSION_KEY, None)
