"""A mail server on loopback, in a process of its own, that takes everything and keeps nothing.

Run by itself this module serves on the port that it is given.
"""

import asyncio
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from aiosmtpd.smtp import SMTP

from tests.services.redis import free_port

PATIENCE = 10.0  # seconds


@contextmanager
def mail_sink() -> Iterator[int]:
    """Yields its port."""
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.services.mail_sink", str(port)],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        wait_until_open(port)
        yield port
    finally:
        process.terminate()
        process.wait()


def wait_until_open(port: int) -> None:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except ConnectionRefusedError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("the mail server did not start")


class Sink:
    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        return "250 OK"


async def serve(port: int) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(Sink(), loop=loop), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
