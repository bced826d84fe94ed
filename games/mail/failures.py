"""What a failure to send means for the next try."""

import smtplib
from enum import Enum

from games.mail.smtp import OutcomeUnknown


class Failure(Enum):
    LATER = "later"
    """Nothing was sent; another time it may be."""
    FOR_GOOD = "for good"
    """The mail server will not have this mail for this address."""
    UNKNOWN = "unknown"
    """The mail may have arrived."""


def judge(error: Exception) -> Failure:
    """What is known of the mail after the error."""
    if isinstance(error, OutcomeUnknown):
        return Failure.UNKNOWN
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


def _find_code(error: Exception) -> int:
    if isinstance(error, smtplib.SMTPRecipientsRefused):
        return next((code for code, _text in error.recipients.values()), 0)
    return error.smtp_code if isinstance(error, smtplib.SMTPResponseException) else 0
