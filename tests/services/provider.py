"""An OpenID Connect server for tests, in an environment of its own beside the site's."""

import hashlib
import json
import shutil
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.services import debian
from tests.services.redis import free_port

ROOT = Path(__file__).resolve().parents[2]
LOCK_FILE = ROOT / "requirements" / "provider.txt"
FOLDER = ROOT / ".venv" / "provider"
PYTHON = FOLDER / "bin" / "python"
STAMP = FOLDER / "installed"
ADVICE = "The OpenID Connect server of the tests could not be installed; the lines above say why."
PATIENCE = 20.0  # seconds


def provide() -> int:
    """Installs it; where it cannot, says so and fails only under CI."""
    if find() or install():
        return 0
    print(ADVICE if debian.is_ci() else f"{ADVICE} Its tests are skipped.", flush=True)
    return int(debian.is_ci())


def find() -> Path | None:
    """The Python of its environment, if what the lock file says is there."""
    return PYTHON if STAMP.is_file() and STAMP.read_text(encoding="utf-8") == digest() else None


def digest() -> str:
    return hashlib.sha256(LOCK_FILE.read_bytes()).hexdigest() + sys.version


def install() -> bool:
    print("Installing an OpenID Connect server for the tests ...", flush=True)
    shutil.rmtree(FOLDER, ignore_errors=True)
    base = getattr(sys, "_base_executable", sys.executable)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    made = subprocess.run([base, "-m", "venv", FOLDER]).returncode == 0 and (
        subprocess.run([*pip, "--require-hashes", "--requirement", LOCK_FILE]).returncode == 0
    )
    if made:
        STAMP.write_text(digest(), encoding="utf-8")
    return made


@contextmanager
def running() -> Iterator[str]:
    """The server on a port of its own; yields its address."""
    port = free_port()
    command = [PYTHON, "-W", "ignore", "-m", "oidc_provider_mock", "--port", str(port)]
    silence = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, **silence)
    try:
        url = f"http://127.0.0.1:{port}"
        wait_until_answers(url)
        yield url
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wait_until_answers(url: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(f"{url}/jwks", timeout=1).close()
            return
        except OSError:
            if time.monotonic() > deadline:
                raise TimeoutError("The OpenID Connect server did not answer in time.") from None
            time.sleep(0.05)


def make_person(url: str, subject: str, **claims: Any) -> None:
    """Gives the server somebody who can sign in there."""
    body = json.dumps(claims).encode()
    headers = {"content-type": "application/json"}
    address = f"{url}/users/{subject}"
    request = urllib.request.Request(address, data=body, headers=headers, method="PUT")
    urllib.request.urlopen(request, timeout=PATIENCE).close()
