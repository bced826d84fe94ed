"""A throw-away PostgreSQL on a socket of its own, never the machine's."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.services import debian

# Nothing here has to survive a power cut.
HASTE = "-c fsync=off -c synchronous_commit=off -c full_page_writes=off"


@contextmanager
def running() -> Iterator[str]:
    """Yields a DATABASE_URL that is good until the block ends."""
    programs = find_programs()
    folder = Path(tempfile.mkdtemp(prefix="basra-pg-"))
    user = owner()
    if user:
        shutil.chown(folder, user)
    data = folder / "data"
    listen = f"-c listen_addresses='' -c unix_socket_directories={folder} -c max_connections=200"
    try:
        initdb = [programs / "initdb", "-D", data, "-U", "basra", "-A", "trust", "-E", "UTF8"]
        call(user, *initdb, "--locale=C.UTF-8", "--no-sync")
        control = [programs / "pg_ctl", "-D", data, "-w"]
        call(user, *control, "-l", folder / "log", "-o", f"{listen} {HASTE}", "start")
        try:
            call(user, programs / "createdb", "-h", folder, "-U", "basra", "basra")
            yield f"postgres://basra@/basra?host={folder}"
        finally:
            call(user, *control, "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def find_programs() -> Path:
    """The folder with initdb, newest version first; raises FileNotFoundError with advice."""
    if not list_program_folders() and debian.can_install():
        debian.install("postgresql")
    folders = list_program_folders()
    if not folders:
        raise FileNotFoundError(
            "No PostgreSQL server was found (Debian: apt-get install postgresql)."
        )
    return folders[0]


def list_program_folders() -> list[Path]:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=version, reverse=True)
    on_path = shutil.which("initdb")
    return [path.parent for path in found] or ([Path(on_path).parent] if on_path else [])


def version(initdb: Path) -> float:
    name = initdb.parent.parent.name
    return float(name) if name.replace(".", "", 1).isdigit() else 0.0


def owner() -> str | None:
    """The user it runs as: initdb refuses root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def call(user: str | None, *command: object) -> None:
    """Runs a command as the user and shows what it said only when it failed."""
    words = [str(word) for word in command]
    with tempfile.TemporaryFile() as said:
        done = subprocess.run(
            words, user=user, cwd="/", stdin=subprocess.DEVNULL, stdout=said, stderr=said
        )
        if done.returncode:
            said.seek(0)
            raise RuntimeError(f"{words[0]} failed: {said.read().decode(errors='replace')}")
