"""Measures once on SQLite and once on PostgreSQL, each in a process of its own.

The processes have production's settings and middleware, and a broker at hand.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.services import postgresql, redis

ROOT = Path(__file__).resolve().parent.parent.parent


def measure_on_both(title: str, module: str) -> None:
    """Print what the module prints when it is run by itself, for each database."""
    print(title, flush=True)
    with ExitStack() as stack:
        environment = stack.enter_context(prepare())
        measure_on("SQLite", module, environment)
        try:
            url = stack.enter_context(postgresql.running())
        except FileNotFoundError as missing:
            print(f"  PostgreSQL: not measured. {missing}")
            return
        measure_on("PostgreSQL", module, {**environment, "DATABASE_URL": url})


def measure_on_sqlite(title: str, module: str) -> None:
    """As `measure_on_both`, for what is the same on every database."""
    print(title, flush=True)
    with prepare() as environment:
        measure_on("SQLite", module, environment)


@contextmanager
def prepare() -> Iterator[dict[str, str]]:
    """The environment of a process that measures on a new SQLite."""
    with tempfile.TemporaryDirectory(prefix="basra-bench-") as folder, redis.embedded() as broker:
        yield {
            **os.environ,
            **read_environment(ROOT / "tests" / "production.env"),
            "DJANGO_SETTINGS_MODULE": "tests.bench.settings",
            "BASRA_VAR": folder,
            "REDIS_URL": broker,
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
        }


def read_environment(path: Path) -> dict[str, str]:
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def measure_on(name: str, module: str, environment: dict[str, str]) -> None:
    print(f" {name}", flush=True)
    done = subprocess.run([sys.executable, "-m", module], cwd=ROOT, env=environment, check=False)
    if done.returncode:
        raise SystemExit(f"{module} could not be measured on {name}.")


def set_up() -> None:
    """In such a process: Django with its tables and files."""
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)
    call_command("migrate", run_syncdb=True, verbosity=0)
    call_command("createcachetable", verbosity=0)
    call_command("collectstatic", interactive=False, verbosity=0)
