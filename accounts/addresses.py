"""One spelling of every e-mail address, so that no other one walks past what is known of it."""

import re

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator

from accounts.words import NO_ADDRESS, NOT_THERE

# What may stand before the @ without quotes.
_PLAIN = re.compile(r"[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*", re.IGNORECASE)
_check = EmailValidator(NO_ADDRESS)
_QUOTED_SIGN = re.compile(r"\\(.)")


def clean_address(address: str) -> str:
    """The address in small letters, without quotes, its domain as mail servers write it: xn--....

    Raises ValidationError, in words, for what is no address or means nothing without its quotes.
    """
    local, _at, domain = address.strip().rpartition("@")
    local = _unquote(local)
    if not (local.isascii() and _PLAIN.fullmatch(local)) or domain.startswith("["):
        raise ValidationError(NOT_THERE, code="invalid")
    cleaned = f"{local}@{_write_domain(domain)}".lower()
    _check(cleaned)
    return cleaned


def fold_address(address: str) -> str:
    """As `clean_address`; what is no address for it comes back in small letters."""
    try:
        return clean_address(address)
    except ValidationError:
        return address.strip().casefold()


def drop_tag(address: str) -> str:
    """The mailbox behind bob+anything@, which mail servers put into that of bob@."""
    local, _at, domain = fold_address(address).rpartition("@")
    return f"{local.partition('+')[0] or local}@{domain}"


def _unquote(local: str) -> str:
    is_quoted = len(local) > 1 and local.startswith('"') and local.endswith('"')
    return _QUOTED_SIGN.sub(r"\1", local[1:-1]) if is_quoted else local


def _write_domain(domain: str) -> str:
    try:
        return domain.removesuffix(".").encode("idna").decode("ascii")
    except UnicodeError:
        return domain
