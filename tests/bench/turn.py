"""The cost of a turn, in process, with production's settings and middleware.

`run` measures on SQLite and on PostgreSQL, each in a process of its own, with a broker at hand
since a play against the computer rings for a worker. Run by itself this module measures once, on
the database of DATABASE_URL.
"""

import os
import random
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from tests.services import postgresql, redis

if TYPE_CHECKING:
    from django.test import Client

ROOT = Path(__file__).resolve().parent.parent.parent
REPETITIONS = 300
FIRST_PLAY, LAST_PLAY = 12, 36


def run() -> None:
    """Prints the two ratios for each database."""
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="basra-bench-"))
        broker = stack.enter_context(redis.embedded())
        environment = {
            **os.environ,
            **read_environment(ROOT / "tests" / "production.env"),
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "BASRA_VAR": folder,
            "REDIS_URL": broker,
        }
        print(f"A turn, medians of {REPETITIONS} interleaved repetitions", flush=True)
        measure_on("SQLite", f"sqlite:///{folder}/bench.sqlite3", environment)
        try:
            url = stack.enter_context(postgresql.running())
        except FileNotFoundError as missing:
            print(f"  PostgreSQL: not measured. {missing}")
            return
        measure_on("PostgreSQL", url, environment)


def read_environment(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def measure_on(name: str, database_url: str, environment: dict[str, str]) -> None:
    print(f" {name}", flush=True)
    command = [sys.executable, "-m", "tests.bench.turn"]
    done = subprocess.run(
        command, cwd=ROOT, env={**environment, "DATABASE_URL": database_url}, check=False
    )
    if done.returncode:
        raise SystemExit(f"The cost of a turn could not be measured on {name}.")


def measure() -> None:
    """Prints the ratios for the database that is configured."""
    import django

    django.setup()
    from django.core.management import call_command

    from tests.bench.figures import Ratio

    call_command("migrate", verbosity=0)
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
    bare, posts, pages = measure_turns(random.Random(20))
    turns = [post + page for post, page in zip(posts, pages, strict=True)]
    print(Ratio("(a) a play, up to its redirect", posts, bare, goal=3))
    print(Ratio("(b) a play and the table seen next", turns, bare, goal=6))


def measure_turns(rng: random.Random) -> tuple[list[float], list[float], list[float]]:
    """Seconds of the bare view, of the play and of the table, measured by turns."""
    from tests.bench.bare.models import Row
    from tests.bench.tables import Table, make_client

    client, user = make_client()
    row, table = Row.objects.create(), Table(user, rng)
    bare, posts, pages = [], [], []
    for _ in range(REPETITIONS):
        bare.append(seconds(client, "post", f"/bare/{row.pk}/", {}, status=302))
        address, fields = table.next_turn(first=FIRST_PLAY, last=LAST_PLAY)
        posts.append(seconds(client, "post", f"{address}play/", fields, status=303))
        pages.append(seconds(client, "get", address, {}, status=200))
    return bare, posts, pages


def seconds(
    client: "Client", method: str, path: str, data: dict[str, str], *, status: int
) -> float:
    ask = getattr(client, method)
    started = time.perf_counter()
    answer = ask(path, data, secure=True)
    passed = time.perf_counter() - started
    if answer.status_code != status:
        raise SystemExit(f"{path} answered {answer.status_code} instead of {status}")
    return passed


if __name__ == "__main__":
    measure()
