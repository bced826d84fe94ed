"""What must hold before anything starts; each failure is one sentence for the person who asked."""

import fcntl
import os
import socket
import tempfile
from pathlib import Path

from basra_site.settings.environment import get_port

LONGEST_SOCKET_PATH = 103  # bytes; what macOS allows, Linux allows four more


class Refusal(Exception):
    """Why the site cannot start here, as one sentence."""


def make_folder(folder: Path) -> None:
    """Makes the folder and proves that files can be written there."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as problem:
        raise Refusal(f"The folder {folder} cannot be written to: {problem.strerror}.") from None


def hold_folder(folder: Path) -> int:
    """Takes the folder for this run; the lock ends with the process that holds it."""
    lock = os.open(folder / "run.lock", os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise Refusal(f"The site already runs from {folder}; stop it first (Ctrl-C).") from None
    return lock


def listen() -> socket.socket:
    """A socket on PORT that already queues visitors while the site is still starting."""
    port = get_port()
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(("127.0.0.1", port))
        listener.listen(128)
    except OSError as problem:
        raise Refusal(
            f"Port {port} cannot be used: {problem.strerror}. "
            "Stop what uses it, or choose another: make run PORT=8001"
        ) from None
    return listener


def choose_socket_path(folder: Path) -> Path:
    """A place for the broker's socket that is short enough for the system."""
    path = folder / "valkey.sock"
    if fits(path):
        return path
    path = Path(tempfile.mkdtemp(prefix="basra-")) / "valkey.sock"
    if fits(path):
        return path
    path.parent.rmdir()
    raise Refusal(
        f"Both {folder} and the system's folder for temporary files lie too deep for a socket; "
        "name a shorter one: make run TMPDIR=/tmp"
    )


def fits(path: Path) -> bool:
    return len(os.fsencode(path)) <= LONGEST_SOCKET_PATH
