"""What a failure to send means for the next try."""

import smtplib
from enum import Enum

import requests
from anymail.exceptions import (
    AnymailAPIError,
    AnymailError,
    AnymailInvalidAddress,
    AnymailRecipientsRefused,
)
from django.core.mail import EmailMessage
from urllib3.exceptions import ConnectTimeoutError, MaxRetryError, NewConnectionError, SSLError

from games.mail.smtp import OutcomeUnknown


class Failure(Enum):
    LATER = "later"
    """Nothing was sent; another time it may be."""
    AWAY = "away"
    """Nothing was sent, and nothing else would be: whoever sends mails takes none now."""
    FOR_GOOD = "for good"
    """The mail server will not have this mail for this address."""
    UNKNOWN = "unknown"
    """The mail may have arrived."""


# What a provider answers where it is not the mail that is wrong: a key, too many, out of order.
AWAY = {401, 402, 403, 429, 503}
TAKEN = {"sent", "queued"}
# What came before the request itself.
UNREACHED = (NewConnectionError, ConnectTimeoutError, SSLError)


def check_taken(message: EmailMessage) -> None:
    """Whether a provider that did not refuse the mail has said that it has it. Raises
    OutcomeUnknown; a mail server has no such words, and what it does not refuse it has.
    """
    told = getattr(message, "anymail_status", None)
    if told is not None and not told.status <= TAKEN:
        raise OutcomeUnknown


def judge(error: Exception) -> Failure:
    """What is known of the mail after the error."""
    if isinstance(error, OutcomeUnknown):
        return Failure.UNKNOWN
    if isinstance(error, AnymailError):
        return _judge_provider(error)
    if isinstance(error, smtplib.SMTPRecipientsRefused | smtplib.SMTPDataError):
        return Failure.FOR_GOOD if 500 <= _find_code(error) < 600 else Failure.LATER
    if isinstance(error, OSError):
        # Refused, timed out or broken before the text; smtplib's own errors are of this kind.
        return Failure.LATER
    return Failure.UNKNOWN


def describe_error(error: Exception) -> str:
    """The kind of error and the server's number: its text may quote the address or the mail."""
    code = _find_code(error)
    return f"{type(error).__qualname__} {code}".removesuffix(" 0")


def _judge_provider(error: AnymailError) -> Failure:
    """Without an answer it may have been taken: a provider's way is one request, not two steps."""
    if isinstance(error, AnymailRecipientsRefused | AnymailInvalidAddress):
        return Failure.FOR_GOOD
    if not isinstance(error, AnymailAPIError):
        return Failure.LATER  # it could not be put into the provider's form
    code = _find_code(error)
    if code in AWAY or _is_unreached(error.__cause__):
        return Failure.AWAY
    return Failure.FOR_GOOD if 400 <= code < 500 else Failure.UNKNOWN


def _is_unreached(cause: BaseException | None) -> bool:
    """Whether no connection came about."""
    if not isinstance(cause, requests.ConnectionError):
        return False
    reason = cause.args[0] if cause.args else None
    return isinstance(reason.reason if isinstance(reason, MaxRetryError) else reason, UNREACHED)


def _find_code(error: Exception) -> int:
    if isinstance(error, AnymailError):
        return error.status_code or 0
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next((code for code, _text in error.recipients.values()), 0)
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else 0
