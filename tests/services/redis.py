"""Brokers for tests: an embedded Valkey, an outside Redis, and ports where nobody answers."""

import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import redis as client

from basra_site.run.broker import find_server, server_command
from tests.services import debian

PATIENCE = 10.0  # seconds


@contextmanager
def embedded() -> Iterator[str]:
    """The server of `make run` on a socket; yields its REDIS_URL."""
    with tempfile.TemporaryDirectory(prefix="basra-", ignore_cleanup_errors=True) as name:
        path = Path(name) / "valkey.sock"
        with started(server_command(find_server(), folder=Path(name), socket=path)):
            wait_until_answers(lambda: connect_unix(path))
            yield f"unix://{path}"


@contextmanager
def outside() -> Iterator[str]:
    """Debian's Redis on a free port; yields its REDIS_URL."""
    if shutil.which("redis-server") is None and debian.can_install():
        debian.install("redis-server")
    server = shutil.which("redis-server")
    if server is None:
        raise FileNotFoundError("No Redis server was found (Debian: apt-get install redis-server).")
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="basra-", ignore_cleanup_errors=True) as name:
        command = [server, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", name]
        with started(command):
            wait_until_answers(lambda: socket.create_connection(("127.0.0.1", port), timeout=1))
            yield f"redis://127.0.0.1:{port}/0"


@contextmanager
def started(command: list[str]) -> Iterator["subprocess.Popen[bytes]"]:
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    try:
        yield process
    finally:
        process.terminate()
        process.wait(PATIENCE)


def connect_unix(path: Path) -> socket.socket:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(str(path))
    except OSError:
        connection.close()
        raise
    return connection


def wait_until_answers(connect: Callable[[], socket.socket]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not answers(connect):
        if time.monotonic() > deadline:
            raise TimeoutError("The broker did not answer in time.")
        time.sleep(0.02)


def answers(connect: Callable[[], socket.socket]) -> bool:
    try:
        with connect() as connection:
            connection.sendall(b"PING\r\n")
            return connection.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def empty(url: str) -> None:
    """Removes everything from the broker."""
    with client.Redis.from_url(url) as connection:
        connection.flushdb()


def free_port() -> int:
    """A port of the loopback address that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


@contextmanager
def silent() -> Iterator[str]:
    """A port that accepts and never answers, as a hung broker does; yields its REDIS_URL."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(64)
        yield f"redis://127.0.0.1:{listener.getsockname()[1]}/0"
