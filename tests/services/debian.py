"""Installing a missing program, where that is ours to do."""

import os
import shutil
import subprocess


def can_install() -> bool:
    """Root on Debian or a child of it."""
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def install(package: str) -> None:
    """Installs the package; a failure is seen by looking for the program again."""
    print(f"Installing {package} ...", flush=True)
    quiet = {
        "stdout": subprocess.DEVNULL,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    wish = ["apt-get", "install", "-qq", "--yes", "--no-install-recommends", package]
    subprocess.run(wish, check=False, **quiet)


def is_ci() -> bool:
    """Whether a missing service is a failure and never a skip."""
    return os.environ.get("CI", "").lower() in ("1", "true", "yes")
