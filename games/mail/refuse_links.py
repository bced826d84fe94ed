"""The address by which whoever was invited by mail has no more such mails, account or not."""

import re

from django.core.signing import BadSignature, Signer
from django.urls import reverse

from games.mail.links import BadToken, absolute
from games.services.address_stops import make_mailbox_digest

# It holds a digest, no address, and lives for ever: it can change nothing but what we send there.
_signer = Signer(salt="games.mail.refuse", sep=".")
_DIGEST = re.compile("[0-9a-f]{64}")


def make_refuse_url(address: str) -> str:
    return absolute(reverse("games:refuse_invitations", args=[make_refuse_token(address)]))


def make_refuse_token(address: str) -> str:
    return _signer.sign(make_mailbox_digest(address))


def read_refuse_token(token: str) -> str:
    """The digest of the address. Raises BadToken."""
    try:
        digest = _signer.unsign(token)
    except BadSignature as error:
        raise BadToken from error
    if not _DIGEST.fullmatch(digest):
        raise BadToken
    return digest
