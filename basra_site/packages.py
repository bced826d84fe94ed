"""Makes `.venv` hold what the lock files say, and leaves every other Python alone.

Runs before anything is installed, on the system's Python: standard library only.
"""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
STAMP = VENV / "installed"
UNFINISHED = "unfinished"

# Each set holds everything of the one before it.
SETS = ("base", "production", "dev")
INSTALLERS = ("uv", "pip")


class Refusal(Exception):
    """Why the environment cannot be made, as one sentence for the person at the keyboard."""


def main(arguments: Sequence[str]) -> int:
    """`run` installs what the site needs and starts it; the name of a set only installs."""
    goal = arguments[0] if arguments else "run"
    try:
        check_installer()
        ensure(set_for_running() if goal == "run" else goal)
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    if goal == "run":
        os.execv(PYTHON, [str(PYTHON), "-m", "basra_site.run"])  # noqa: S606
    return 0


def check_installer() -> None:
    """Raises Refusal for a BASRA_INSTALLER that there is not."""
    name = os.environ.get("BASRA_INSTALLER", "")
    if name and name not in INSTALLERS:
        raise Refusal(f"BASRA_INSTALLER is uv (the default) or pip, not {name!r}.")


def set_for_running() -> str:
    """PostgreSQL's driver is installed only for those who name a PostgreSQL database."""
    return "production" if os.environ.get("DATABASE_URL", "").startswith("postgres") else "base"


def ensure(wanted: str) -> None:
    """Installs the set, or nothing when the stamp says that it is there.

    An environment never shrinks: `make run` keeps what `make test` has added.
    """
    with one_at_a_time():
        stamped = read_stamp()
        wanted = max(wanted, installed_set(stamped), key=SETS.index)
        if stamped == stamp_for(wanted) and os.access(PYTHON, os.X_OK):
            return
        if UNFINISHED in stamped or has_moved(stamped) or not is_healthy():
            make_venv()
        install(wanted)


@contextmanager
def one_at_a_time() -> Iterator[None]:
    """Two makes in one checkout must not install over each other; the folder itself is the lock."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)


def read_stamp() -> list[str]:
    try:
        return STAMP.read_text(encoding="utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, ValueError):
        return [UNFINISHED]


def installed_set(stamped: list[str]) -> str:
    return stamped[0] if stamped and stamped[0] in SETS else SETS[0]


def stamp_for(wanted: str) -> list[str]:
    """What decides whether an installation is still good: lock files, interpreter and place."""
    digest = hashlib.sha256(lock_file("uv").read_bytes() + lock_file(wanted).read_bytes())
    return [wanted, digest.hexdigest(), sys.version.split()[0], sys.base_prefix, str(ROOT)]


def has_moved(stamped: list[str]) -> bool:
    """Whether the checkout lay elsewhere: the scripts in `.venv` name its old place."""
    return bool(stamped) and stamped[-1] != str(ROOT)


def lock_file(name: str) -> Path:
    return ROOT / "requirements" / f"{name}.txt"


def is_healthy() -> bool:
    """Whether `.venv` is whole, made by this very interpreter, and no other Python in disguise."""
    question = "import sys, pip; print(sys.version.split()[0], sys.base_prefix, sys.prefix)"
    try:
        answer = subprocess.run([PYTHON, "-c", question], capture_output=True, text=True)
    except OSError:
        return False
    return answer.stdout.strip() == f"{sys.version.split()[0]} {sys.base_prefix} {VENV}"


def make_venv() -> None:
    say("Making .venv ...")
    try:
        if VENV.is_symlink() or VENV.is_file():
            VENV.unlink()
        shutil.rmtree(VENV, ignore_errors=True)
        VENV.mkdir()
        STAMP.write_text(UNFINISHED, encoding="utf-8")
    except OSError as problem:
        raise Refusal(f"The folder {ROOT} cannot be written to: {problem.strerror}.") from None
    base = getattr(sys, "_base_executable", sys.executable)
    made = subprocess.run([base, "-m", "venv", VENV], capture_output=True, text=True)
    if made.returncode or not is_healthy():
        raise Refusal(
            f"Python's venv module does not work here: {last_line(made.stdout + made.stderr)}. "
            "On Debian or Ubuntu: apt-get install python3-venv"
        )


def last_line(text: str) -> str:
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip().rstrip(".") if lines else "it gave no reason"


def install(wanted: str) -> None:
    """Installs the set by the pinned uv, or by pip alone where uv is not there or fails.

    Pip may know what uv does not: an index or a certificate of its own configuration.
    """
    say(f"Installing the {wanted} packages ...")
    try:
        STAMP.write_text(UNFINISHED, encoding="utf-8")
    except OSError as problem:
        raise Refusal(f"{VENV} cannot be written to: {problem.strerror}.") from None
    if not (can_use_uv() and can_install_by_uv(wanted)) and not does(pip_command(wanted)):
        raise Refusal("Installing the packages failed; the lines above say why. Try again.")
    STAMP.write_text("\n".join(stamp_for(wanted)), encoding="utf-8")


def can_use_uv() -> bool:
    """Fetches uv by pip; False where it has no wheel, or where BASRA_INSTALLER=pip forbids it."""
    if os.environ.get("BASRA_INSTALLER") == "pip":
        return False
    fetch = [*pip_command("uv"), "--only-binary", ":all:"]
    fetched = subprocess.run(fetch, env=installer_environment(), stderr=subprocess.DEVNULL)
    return fetched.returncode == 0


def can_install_by_uv(wanted: str) -> bool:
    if does(uv_command(wanted)):
        return True
    say("uv could not install them; trying pip ...")
    return False


def does(command: list[str]) -> bool:
    return subprocess.run(command, env=installer_environment()).returncode == 0


def pip_command(name: str) -> list[str]:
    install = [str(PYTHON), "-m", "pip", "install", "--quiet", "--require-hashes"]
    return [*install, "--requirement", str(lock_file(name))]


def uv_command(name: str) -> list[str]:
    sync = [str(PYTHON), "-m", "uv", "pip", "sync", "--quiet", "--require-hashes"]
    return [*sync, "--compile-bytecode", "--python", str(PYTHON), str(lock_file(name))]


def installer_environment() -> dict[str, str]:
    return {
        **os.environ,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_USER": "0",
        "UV_PYTHON_DOWNLOADS": "never",
    }


def say(text: str) -> None:
    print(text, flush=True)
