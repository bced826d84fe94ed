"""A mail server on loopback that keeps what it is given, and behaves badly when told to."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.services.redis import free_port


@dataclass
class MailServer:
    """What arrived, in order, and how each address is answered.

    `answers` are SMTP replies to RCPT by address, `verdicts` those to the text of the mail. An
    address in `hangs` gets no answer to its text, which is kept all the same, and one in `delays`
    gets it so many seconds later. A server that `is_silent` says nothing once it is told for whom
    a mail is; one that `is_dying` breaks off there.
    """

    port: int = 0
    arrived: list[EmailMessage] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    verdicts: dict[str, str] = field(default_factory=dict)
    hangs: set[str] = field(default_factory=set)
    delays: dict[str, float] = field(default_factory=dict)
    is_silent: bool = False
    is_dying: bool = False

    @property
    def addresses(self) -> list[str]:
        return [str(mail["To"]) for mail in self.arrived]

    async def handle_RCPT(  # noqa: N802  the library's name
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if self.is_silent:
            await asyncio.sleep(30)
        if self.is_dying:
            server.transport.close()
        answer = self.answers.get(address, "250 OK")
        if answer.startswith("2"):
            envelope.rcpt_tos.append(address)
        return answer

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        address = envelope.rcpt_tos[0]
        verdict = self.verdicts.get(address, "250 OK")
        if verdict.startswith("2"):
            self.arrived.append(message_from_bytes(envelope.content, policy=policy.default))
        await asyncio.sleep(30 if address in self.hangs else self.delays.get(address, 0))
        return verdict

    @property
    def copies(self) -> Counter[str]:
        """How often each mail has come, by its Message-ID."""
        return Counter(str(mail["Message-ID"]) for mail in self.arrived)


@contextmanager
def mail_server() -> Iterator[MailServer]:
    server = MailServer(port=free_port())
    controller = Controller(server, hostname="127.0.0.1", port=server.port)
    controller.start()
    try:
        yield server
    finally:
        controller.stop(no_assert=True)
