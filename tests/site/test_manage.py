"""`manage.py` speaks one sentence where its surroundings fail it, whichever command was asked."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.db import DatabaseError, IntegrityError, OperationalError, ProgrammingError

from basra_site.management.database import describe_failure

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = [
    ["health"],
    ["verify_games"],
    ["verify_games", "nothing"],
    ["sweep"],
    ["demo"],
    ["promote", "nour@example.com"],
    ["basra", "export", "nothing"],
    ["createsuperuser", "--noinput", "--email", "nour@example.com", "--name", "Nour"],
]


def manage(*arguments: str, database: Path) -> "subprocess.CompletedProcess[str]":
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": f"sqlite:///{database}"}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        env=environment,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_command_without_a_migrated_database_says_so(command: list[str], tmp_path: Path) -> None:
    done = manage(*command, database=tmp_path / "new.sqlite3")

    assert done.returncode == 1
    assert done.stderr.startswith("The database cannot be used: no such table: ")
    assert done.stderr.endswith(" Bring it up to date: manage.py migrate\n")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_command_without_a_reachable_database_says_so(command: list[str], tmp_path: Path) -> None:
    done = manage(*command, database=tmp_path / "no folder" / "new.sqlite3")

    assert done.returncode == 1
    assert done.stderr == "The database cannot be used: unable to open database file.\n"


def test_command_whose_server_is_not_there_says_so_at_once() -> None:
    environment = {"PATH": os.environ["PATH"], "DATABASE_URL": "postgres://nour@127.0.0.1:1/basra"}

    done = subprocess.run(
        [sys.executable, "manage.py", "health"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=9,
    )

    assert done.returncode == 1
    assert done.stderr.startswith("The database cannot be used: connection failed: ")
    assert len(done.stderr.splitlines()) == 1


def test_argument_that_is_no_text_is_named(tmp_path: Path) -> None:
    manage("migrate", database=tmp_path / "new.sqlite3")
    command = ["createsuperuser", "--noinput", "--name", "Nour", "--email", "\udcff"]

    done = manage(*command, database=tmp_path / "new.sqlite3")

    assert done.returncode == 1
    assert done.stderr == "'\\udcff' cannot be written as utf-8.\n"


def test_trace_is_shown_to_those_who_ask(tmp_path: Path) -> None:
    done = manage("health", "--traceback", database=tmp_path / "new.sqlite3")

    assert "Traceback" in done.stderr


def test_inner_command_by_hand_names_the_outer_one(tmp_path: Path) -> None:
    done = manage("web", "--socket=0", "--ready=1", database=tmp_path / "new.sqlite3")

    assert done.returncode == 1
    assert done.stderr == "CommandError: This is a part of `make run`, which starts it: use that.\n"
    assert not (tmp_path / "new.sqlite3").exists()


@pytest.mark.parametrize(
    ("problem", "sentence"),
    [
        (DatabaseError("file is not a database"), "file is not a database."),
        (OperationalError("connection failed.\nIs it running?"), "connection failed."),
        (OperationalError(""), "it gave no reason."),
        (
            ProgrammingError('relation "games_game" does not exist\nLINE 1: SELECT'),
            'relation "games_game" does not exist. Bring it up to date: manage.py migrate',
        ),
    ],
    ids=str,
)
def test_failure_is_described_by_its_first_line(problem: DatabaseError, sentence: str) -> None:
    assert describe_failure(problem) == f"The database cannot be used: {sentence}"


def test_refused_row_is_no_failure_of_the_database() -> None:
    assert describe_failure(IntegrityError("UNIQUE constraint failed")) is None
