"""`.venv` is made, kept, repaired and never shrunk. Installers are real, lock files tiny."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]

pytestmark = pytest.mark.run


class Checkout:
    """A checkout with the bootstrap alone, and lock files that name nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "basra_site").mkdir(parents=True)
        (folder / "requirements").mkdir()
        for name in ("__init__", "bootstrap", "packages"):
            shutil.copy(ROOT / "basra_site" / f"{name}.py", folder / "basra_site")
        for name in ("uv", "base", "production", "dev"):
            self.lock(name, "")

    @property
    def python(self) -> Path:
        return self.folder / ".venv" / "bin" / "python"

    def lock(self, name: str, text: str) -> None:
        (self.folder / "requirements" / f"{name}.txt").write_text(text, encoding="utf-8")

    def bootstrap(
        self, wanted: str, *, python: str = sys.executable, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        given = {**os.environ, "BASRA_INSTALLER": "pip", **environment}
        command = [python, "basra_site/bootstrap.py", wanted]
        return subprocess.run(command, cwd=self.folder, env=given, capture_output=True, text=True)

    def works(self) -> bool:
        """Whether the scripts work too: each names the interpreter by its full path."""
        done = subprocess.run([self.python.parent / "pip", "--version"], capture_output=True)
        return done.returncode == 0


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    return Checkout(tmp_path / "checkout")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A checkout whose `.venv` is there; the tests that use it leave it whole."""
    made = Checkout(tmp_path_factory.mktemp("made") / "checkout")
    done = made.bootstrap("base")
    assert done.returncode == 0, done.stderr
    return made


def test_first_start_makes_an_environment_and_says_so(made: Checkout) -> None:
    assert made.works()


def test_second_start_installs_nothing(made: Checkout) -> None:
    done = made.bootstrap("base")

    assert (done.returncode, done.stdout) == (0, "")


def test_changed_lock_file_installs_again(made: Checkout) -> None:
    made.lock("base", "# changed\n")

    assert made.bootstrap("base").stdout == "Installing the base packages ...\n"
    assert made.bootstrap("base").stdout == ""


def test_environment_never_shrinks(made: Checkout) -> None:
    made.bootstrap("dev")

    assert made.bootstrap("base").stdout == ""


def test_package_that_does_not_match_its_hash_is_refused(made: Checkout) -> None:
    made.lock("dev", f"six==1.17.0 --hash=sha256:{'0' * 64}\n")

    done = made.bootstrap("dev")
    made.lock("dev", "")

    assert done.returncode == 1
    assert done.stderr.endswith("the lines above say why. Try again.\n")
    assert made.bootstrap("dev").returncode == 0
    assert made.works()


def test_installer_that_there_is_not_is_refused(made: Checkout) -> None:
    done = made.bootstrap("base", BASRA_INSTALLER="conda")

    assert done.returncode == 1
    assert done.stderr == "BASRA_INSTALLER is uv (the default) or pip, not 'conda'.\n"


def test_pip_takes_over_where_uv_fails(made: Checkout) -> None:
    """A uv that is there and cannot reach what pip can."""
    uv = made.folder / "uv"
    uv.mkdir()
    (uv / "__main__.py").write_text("raise SystemExit(2)", encoding="utf-8")
    made.lock("dev", "# changed for uv\n")

    done = made.bootstrap("dev", BASRA_INSTALLER="uv", PYTHONPATH=str(made.folder))

    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith("uv could not install them; trying pip ...\n")
    assert made.bootstrap("dev").stdout == ""


@pytest.mark.parametrize("harm", ["no interpreter", "no pip", "a file", "unfinished"])
def test_half_made_environment_is_made_anew(checkout: Checkout, harm: str) -> None:
    venv = checkout.folder / ".venv"
    if harm == "a file":
        venv.touch()
    else:
        (venv / "bin").mkdir(parents=True)
    if harm == "no pip":
        (venv / "bin" / "python").symlink_to(sys.executable)
    if harm == "unfinished":
        (venv / "installed").write_text("unfinished", encoding="utf-8")

    done = checkout.bootstrap("base")

    assert done.returncode == 0, done.stderr
    assert checkout.works()


def test_moved_checkout_is_repaired(checkout: Checkout) -> None:
    checkout.bootstrap("base")
    moved = checkout.folder.rename(checkout.folder.parent / "elsewhere")
    checkout.folder = moved

    done = checkout.bootstrap("base")

    assert done.returncode == 0, done.stderr
    assert checkout.works()


@pytest.mark.parametrize("version", ["(2, 7)", "(3, 10)", "(3, 14)"])
def test_unsuitable_python_is_refused_in_one_sentence(checkout: Checkout, version: str) -> None:
    code = (checkout.folder / "basra_site" / "bootstrap.py").read_text(encoding="utf-8")
    changed = code.replace("sys.version_info[:2]", version)

    done = subprocess.run([sys.executable, "-c", changed], capture_output=True, text=True)

    assert done.returncode == 1
    assert done.stderr.startswith("Basra needs Python 3.11, 3.12 or 3.13, and this is Python ")
    assert len(done.stderr.splitlines()) == 1


def test_lock_files_name_no_address() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        assert "://" not in path.read_text(encoding="utf-8"), path


def test_lock_files_pin_every_package_by_hash() -> None:
    for path in (ROOT / "requirements").glob("*.txt"):
        entries = path.read_text(encoding="utf-8").replace("\\\n", " ").splitlines()
        packages = [entry for entry in entries if entry.strip()]
        assert packages
        assert all("==" in entry and "--hash=sha256:" in entry for entry in packages), path
