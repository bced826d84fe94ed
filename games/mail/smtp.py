"""Django's way to a mail server, which here tells when nobody knows what became of a mail."""

import smtplib
from typing import Any

from django.core.mail.backends import smtp


class OutcomeUnknown(Exception):
    """The connection broke after the mail's text was handed over: it may have arrived."""


class _Telling:
    def data(self, msg: Any) -> tuple[int, bytes]:
        try:
            return super().data(msg)  # type: ignore[misc,no-any-return]
        except (smtplib.SMTPServerDisconnected, ConnectionError, TimeoutError) as error:
            raise OutcomeUnknown from error


class TellingSMTP(_Telling, smtplib.SMTP):
    pass


class TellingSMTPOverTLS(_Telling, smtplib.SMTP_SSL):
    pass


class EmailBackend(smtp.EmailBackend):
    """Raises OutcomeUnknown where the library's would raise as if nothing had been sent."""

    @property
    def connection_class(self) -> type[smtplib.SMTP]:
        return TellingSMTPOverTLS if self.use_ssl else TellingSMTP
