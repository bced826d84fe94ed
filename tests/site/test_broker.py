"""Publishing gives up at once where a person waits; a worker waits as long as it takes."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from celery import Celery
from kombu.exceptions import OperationalError

from basra_site.run.broker import find_server, server_command
from tests.services import redis
from tests.site.echo import ECHO

ROOT = Path(__file__).resolve().parents[2]
SOON = 0.8  # seconds; the time-outs are 0.3, the machine may be busy
PATIENCE = 30.0

pytestmark = pytest.mark.run


def publisher(url: str) -> Celery:
    """An application with the site's settings and a connection pool of its own."""
    app = Celery("publisher")
    app.config_from_object("django.conf:settings", namespace="CELERY")
    app.conf.broker_url = url.replace("unix://", "redis+socket://", 1)
    return app


def seconds_to_fail(app: Celery) -> float:
    began = time.monotonic()
    with pytest.raises(OperationalError):
        app.send_task(ECHO, args=["lost"])
    return time.monotonic() - began


class Server:
    """A Valkey that a test may stop, freeze and start again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.socket = folder / "valkey.sock"
        self.start()

    @property
    def url(self) -> str:
        return f"unix://{self.socket}"

    def start(self) -> None:
        command = server_command(find_server(), folder=self.folder, socket=self.socket)
        self.process = subprocess.Popen(command)
        redis.wait_until_answers(lambda: redis.connect_unix(self.socket))

    def freeze(self) -> None:
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.process.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    running = Server(tmp_path)
    yield running
    running.kill()


def test_publishing_to_a_stopped_broker_fails_at_once(stopped_broker: str) -> None:
    app = publisher(stopped_broker)

    assert seconds_to_fail(app) < SOON
    assert seconds_to_fail(app) < SOON


def test_publishing_to_a_silent_broker_fails_at_once(silent_broker: str) -> None:
    app = publisher(silent_broker)

    assert seconds_to_fail(app) < SOON
    assert seconds_to_fail(app) < SOON


def test_publishing_to_a_broker_that_falls_silent_fails_at_once(server: Server) -> None:
    app = publisher(server.url)
    app.send_task(ECHO, args=["first"])

    server.freeze()
    assert seconds_to_fail(app) < SOON

    server.thaw()
    app.send_task(ECHO, args=["again"])


def test_publishing_goes_on_after_the_broker_has_restarted(server: Server) -> None:
    app = publisher(server.url)
    app.send_task(ECHO, args=["first"])

    server.kill()
    assert seconds_to_fail(app) < SOON

    server.start()
    app.send_task(ECHO, args=["again"])


class Worker:
    """A worker of the site, started as `make run` starts it."""

    def __init__(self, folder: Path, *, url: str, pool: str) -> None:
        self.file = folder / "echo"
        self.file.touch()
        self.log = folder / "worker.log"
        environment = {**os.environ, "REDIS_URL": url, "ECHO_FILE": str(self.file)}
        environment["DJANGO_SETTINGS_MODULE"] = "basra_site.settings.development"
        command = [sys.executable, "-m", "celery", "--app", "tests.site.echo", "worker"]
        habits = ["--without-gossip", "--without-mingle", "--loglevel", "info"]
        where = ["--pool", pool, "--concurrency", "1", "--queues", "mail"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, *habits, *where], cwd=ROOT, env=environment, stdout=log, stderr=log
            )

    def wait_until_ready(self) -> None:
        wait_until(lambda: " ready." in self.said)
        assert " ready." in self.said, self.said

    @property
    def said(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_for(self, word: str) -> None:
        wait_until(lambda: word in self.words)
        assert word in self.words, self.said

    @property
    def words(self) -> list[str]:
        return self.file.read_text(encoding="utf-8").split()


def wait_until(is_true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not is_true() and time.monotonic() < deadline:
        time.sleep(0.05)


@pytest.fixture(params=["threads", "prefork"])
def worker(request: pytest.FixtureRequest, server: Server, tmp_path: Path) -> Iterator[Worker]:
    running = Worker(tmp_path, url=server.url, pool=request.param)
    running.wait_until_ready()
    yield running
    running.process.terminate()
    running.process.wait(PATIENCE)


def test_idle_worker_keeps_its_connection(worker: Worker, server: Server) -> None:
    """It waits for messages much longer than a publisher would wait for an answer."""
    time.sleep(2.5)

    publisher(server.url).send_task(ECHO, args=["hello"])

    worker.wait_for("hello")
    assert worker.said.count("Connected to") == 1
    assert "Traceback" not in worker.said


def test_worker_outlasts_a_silence_and_a_restart_of_the_broker(
    worker: Worker, server: Server
) -> None:
    app = publisher(server.url)

    server.freeze()
    time.sleep(1.5)
    server.thaw()
    app.send_task(ECHO, args=["thawed"])
    worker.wait_for("thawed")

    server.kill()
    server.start()
    app.send_task(ECHO, args=["restarted"])
    worker.wait_for("restarted")


def test_worker_waits_for_a_slow_broker(server: Server, tmp_path: Path) -> None:
    server.freeze()
    worker = Worker(tmp_path, url=server.url, pool="threads")
    time.sleep(3)
    server.thaw()

    worker.wait_until_ready()
    worker.process.terminate()
    worker.process.wait(PATIENCE)
    assert "Cannot connect" not in worker.said
