"""A mail provider on loopback, spoken to over HTTP as Postmark is, that misbehaves when told to."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

OK = {"ErrorCode": 0, "Message": "OK", "MessageID": "b7bc2f4a-e38e-4336-af7d-e6c392c2f817"}
INACTIVE = "Found inactive addresses: {To}. Inactive recipients are ones that have complained."


@dataclass
class MailProvider:
    """What was handed over, in order; the status and the words of each answer, which may name {To}.

    One that `hangs` keeps the mail and says nothing for so many seconds.
    """

    port: int = 0
    arrived: list[dict[str, Any]] = field(default_factory=list)
    status: int = 200
    answer: dict[str, Any] = field(default_factory=lambda: OK)
    hangs: float = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def addresses(self) -> list[str]:
        return [mail["To"] for mail in self.arrived]


def make_handler(provider: MailProvider) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            mail = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if provider.status == 200:
                provider.arrived.append(mail)
            time.sleep(provider.hangs)
            words = provider.answer["Message"].format(**mail)
            self.answer({**provider.answer, "Message": words, "To": mail["To"]})

        def answer(self, words: dict[str, Any]) -> None:
            body = json.dumps(words).encode()
            self.send_response(provider.status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Quiet."""

    return Handler


@contextmanager
def mail_provider() -> Iterator[MailProvider]:
    provider = MailProvider()
    server = ThreadingHTTPServer(("127.0.0.1", 0), make_handler(provider))
    server.daemon_threads = True
    provider.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield provider
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
