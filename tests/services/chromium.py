"""The browser of the browser tests."""

import os
import shutil

from tests.services import debian

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ADVICE = (
    "No Chromium was found: install it (Debian: apt-get install chromium) or name it in CHROMIUM."
)


def find() -> str | None:
    """Path of Chromium: the variable CHROMIUM, else the first of the usual names on PATH."""
    named = os.environ.get("CHROMIUM")
    if named:
        return shutil.which(named)
    return next((path for name in NAMES if (path := shutil.which(name))), None)


def provide() -> int:
    """Finds or installs it; where it cannot, says what to do and fails only under CI."""
    if find() is None and debian.can_install():
        debian.install("chromium")
    if find():
        return 0
    print(ADVICE if debian.is_ci() else f"{ADVICE} The browser tests are skipped.", flush=True)
    return int(debian.is_ci())
