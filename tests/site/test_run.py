"""`make run`, for real: starts, answers, ends as a whole, and refuses in one sentence."""

import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.services import redis

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 30.0  # seconds; this machine may be busy

pytestmark = [
    pytest.mark.run,
    pytest.mark.skipif(sys.platform != "linux", reason="looks for processes in /proc"),
]


class Site:
    """A site under test: its runner in a process group of its own, as a terminal would have it."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = redis.free_port()
        self.log = folder / "said"
        given = {"PORT": str(self.port), "BASRA_VAR": str(folder / "var"), **environment}
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in ("DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL")
        }
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "basra_site.run"],
                cwd=ROOT,
                env=inherited | given,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_until_said(self, text: str, *, times: int = 1) -> None:
        wait_until(lambda: self.said.count(text) >= times or self.process.poll() is not None)
        assert self.said.count(text) >= times, self.said

    def wait_until_complete(self) -> None:
        """Web and both workers are at work."""
        self.wait_until_said(" ready.", times=2)

    def get(self, path: str) -> int:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def press_ctrl_c(self) -> None:
        os.killpg(self.process.pid, signal.SIGINT)

    def members(self) -> dict[int, str]:
        """Every process of the group that still lives, with its command line."""
        found = {}
        for entry in Path("/proc").iterdir():
            if entry.name.isdigit() and is_member(entry, group=self.process.pid):
                command = (entry / "cmdline").read_bytes().replace(b"\0", b" ").decode()
                found[int(entry.name)] = command
        return found

    def find(self, *words: str) -> int:
        """The process id of the oldest member whose command line has the words."""
        return min(
            pid for pid, command in self.members().items() if all(w in command for w in words)
        )

    def wait_until_gone(self) -> None:
        wait_until(lambda: not self.members())
        assert self.members() == {}

    def wait_for_exit(self) -> int:
        return self.process.wait(PATIENCE)


def is_member(entry: Path, *, group: int) -> bool:
    try:
        fields = (entry / "stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return False
    return int(fields[2]) == group and fields[0] not in "ZX"


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true() and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    sites: list[Site] = []

    def start_site(**environment: str) -> Site:
        sites.append(Site(tmp_path, **environment))
        return sites[-1]

    yield start_site
    for site in sites:
        for pid in site.members():
            os.kill(pid, signal.SIGKILL)
        site.process.wait(PATIENCE)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A migrated database, so that not every test has to make one."""
    folder = tmp_path_factory.mktemp("prepared")
    site = Site(folder)
    site.wait_until_said("Basra is at")
    site.press_ctrl_c()
    site.wait_for_exit()
    return folder / "var" / "basra.sqlite3"


def test_site_answers_and_ctrl_c_ends_all_of_it(start) -> None:
    site = start()
    site.wait_until_complete()

    assert site.get("/") == 200
    assert "createsuperuser" in site.said

    site.press_ctrl_c()
    assert site.wait_for_exit() == 0
    site.wait_until_gone()
    assert "Traceback" not in site.said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root is warned")
def test_log_of_root_is_without_warnings(start, prepared: Path) -> None:
    site = start(DATABASE_URL=f"sqlite:///{prepared}")
    site.wait_until_complete()

    assert "Warning" not in site.said
    assert "superuser privileges" not in site.said


def test_site_is_one_process_group(start, prepared: Path) -> None:
    site = start(DATABASE_URL=f"sqlite:///{prepared}")
    site.wait_until_complete()

    group = " ".join(site.members().values())

    for part in ("valkey-server", "manage.py web", "mail@", "computer@"):
        assert part in group


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("valkey", ["valkey-server"]),
        ("web", ["manage.py", "web"]),
        ("mail", ["mail@"]),
        ("computer", ["computer@"]),
    ],
)
def test_death_of_a_part_ends_all_and_names_it(start, prepared: Path, name: str, words) -> None:
    site = start(DATABASE_URL=f"sqlite:///{prepared}")
    site.wait_until_complete()

    os.kill(site.find(*words), signal.SIGKILL)

    assert site.wait_for_exit() == 1
    assert f"{name} was ended by SIGKILL, so everything ends." in site.said
    site.wait_until_gone()


def test_killed_runner_leaves_no_orphans(start, prepared: Path) -> None:
    site = start(DATABASE_URL=f"sqlite:///{prepared}")
    site.wait_until_complete()

    site.process.kill()

    site.wait_until_gone()


def test_runner_whose_parent_is_killed_ends(start, prepared: Path, tmp_path: Path) -> None:
    """`make` itself may be killed; the runner must not go on in the dark."""
    port = redis.free_port()
    environment = {
        **os.environ,
        "PORT": str(port),
        "BASRA_VAR": str(tmp_path / "var"),
        "DATABASE_URL": f"sqlite:///{prepared}",
    }
    command = f"{sys.executable} -m basra_site.run; true"
    with (tmp_path / "said").open("wb") as log:
        shell = subprocess.Popen(
            ["sh", "-c", command], cwd=ROOT, env=environment, stdout=log, start_new_session=True
        )
    wait_until(lambda: b"Basra is at" in (tmp_path / "said").read_bytes())

    shell.kill()
    shell.wait()

    wait_until(lambda: not members_of(shell.pid))
    assert members_of(shell.pid) == []


def members_of(group: int) -> list[int]:
    entries = [entry for entry in Path("/proc").iterdir() if entry.name.isdigit()]
    return [int(entry.name) for entry in entries if is_member(entry, group=group)]


def refuse(site: Site) -> str:
    """The one sentence of a site that does not start."""
    assert site.wait_for_exit() == 1
    site.wait_until_gone()
    lines = site.said.splitlines()
    assert len(lines) == 1, site.said
    return lines[0]


def test_port_in_use_is_refused(start) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]

        assert refuse(start(PORT=str(port))).startswith(f"Port {port} cannot be used: ")


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("PORT", "eighty", "PORT must be a number from 1 to 65535, not 'eighty'."),
        ("PORT", "70000", "PORT must be a number from 1 to 65535, not '70000'."),
        ("DATABASE_URL", "nonsense", "DATABASE_URL is not understood: "),
        ("REDIS_URL", "http://localhost", "REDIS_URL is not understood: "),
        ("REDIS_URL", "redis://localhost/first", "REDIS_URL is not understood: "),
        ("SITE_ADDRESS", "here", "SITE_ADDRESS must be an address "),
    ],
)
def test_broken_variable_is_refused(start, name: str, value: str, sentence: str) -> None:
    assert refuse(start(**{name: value})).startswith(sentence)


def test_folder_that_cannot_be_written_is_refused(start, tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    sentence = refuse(start(BASRA_VAR=str(tmp_path / "file" / "var")))

    assert sentence.startswith(f"The folder {tmp_path / 'file' / 'var'} cannot be written to: ")


def test_second_site_in_the_same_folder_is_refused(start, prepared: Path) -> None:
    first = start(DATABASE_URL=f"sqlite:///{prepared}")
    first.wait_until_said("Basra is at")
    folder = first.log.parent / "second"
    folder.mkdir()
    second = Site(folder, BASRA_VAR=str(first.log.parent / "var"))

    assert refuse(second).startswith("The site already runs from ")


def test_database_that_cannot_be_used_is_named_without_a_traceback(start, tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite3").write_bytes(b"no database " * 100)

    site = start(DATABASE_URL=f"sqlite:///{tmp_path / 'broken.sqlite3'}")

    assert site.wait_for_exit() == 1
    assert "The database cannot be used: file is not a database" in site.said
    assert "Traceback" not in site.said


def test_folder_too_deep_for_a_socket_finds_another_place(start, prepared: Path, tmp_path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)

    site = start(BASRA_VAR=str(deep), DATABASE_URL=f"sqlite:///{prepared}")
    site.wait_until_complete()

    site.press_ctrl_c()
    assert site.wait_for_exit() == 0


def test_no_place_short_enough_for_a_socket_is_refused(start, tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)

    sentence = refuse(start(BASRA_VAR=str(deep), TMPDIR=str(deep)))

    assert "too deep for a socket" in sentence
