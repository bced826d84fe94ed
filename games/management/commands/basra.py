"""The engine at the command line: JSON in, JSON out.

`explain` and `replay` need no database, no broker and no environment variable, and write nothing
but their answers to standard output. To `explain` an empty line is a bad line like others: the n-th
answer belongs to the n-th line.
"""

import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine.errors import BadRecord, EngineError
from games.engine.explain import explain
from games.engine.record import WHOLE_RECORD, format_record, parse_record
from games.engine.replay import format_outcome, replay_record
from games.management.strict_json import BadJson, load_json

MAX_RECORD = 1_000_000
MAX_LINE = 100_000
"""In bytes."""


class Command(BaseCommand):
    help = "Explains what a card does on a floor, replays and exports game records."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True, metavar="explain|replay|export")
        acts.add_parser(
            "explain",
            help='Answers lines such as {"preset": "basra-2", "floor": ["AC", "7S"], "play": "8H"} '
            "on standard input, a line each. Exit status 1 if any of them was bad.",
        )
        replay = acts.add_parser("replay", help="Plays a game record out and prints its outcome.")
        replay.add_argument("file", nargs="?", default="-", help="Standard input by default.")
        export = acts.add_parser("export", help="Prints the record of a finished game.")
        export.add_argument("game", help="The public id, as in the game's address.")

    def handle(self, *args: Any, **options: Any) -> None:
        act = {"explain": self._explain, "replay": self._replay, "export": self._export}
        try:
            act[options["act"]](options)
        except OSError as error:
            _let_go_of_output()
            if not isinstance(error, BrokenPipeError):
                self.stderr.write(f"The answer cannot be written: {error.strerror}.")
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(130)

    def _explain(self, options: dict[str, Any]) -> None:
        bad_lines = 0
        for line in _read_lines():
            answer = _answer_line(line)
            bad_lines += "error" in answer
            self._write(answer)
        if bad_lines:
            sys.exit(1)

    def _replay(self, options: dict[str, Any]) -> None:
        try:
            record = parse_record(load_json(_read_record(options["file"])))
            self._write(format_outcome(replay_record(record)))
        except BadRecord as error:
            self._refuse(str(error), at=error.at)
        except BadJson as error:
            self._refuse(str(error), at=WHOLE_RECORD)

    def _export(self, options: dict[str, Any]) -> None:
        # Imported here: the other two acts run where there is no database.
        from games.queries.record import NoRecord, get_record

        try:
            self._write(format_record(get_record(options["game"])))
        except NoRecord as error:
            raise CommandError(str(error)) from None

    def _write(self, answer: object) -> None:
        self.stdout.write(json.dumps(answer))
        self.stdout.flush()

    def _refuse(self, error: str, *, at: str) -> None:
        self._write({"error": error, "at": at})
        sys.exit(1)


def _read_lines() -> Iterator[bytes]:
    """Lines of standard input as they come; of one that is too long, a byte more than is read."""
    if sys.stdin is None:
        return
    stream = sys.stdin.buffer
    while line := stream.readline(MAX_LINE + 1):
        yield line
        while len(line) > MAX_LINE and not line.endswith(b"\n"):
            line = stream.readline(MAX_LINE + 1) or b"\n"


def _answer_line(line: bytes) -> dict[str, Any]:
    if len(line) > MAX_LINE:
        return {"error": f"a line has at most {MAX_LINE} bytes"}
    try:
        return explain(load_json(line))
    except (BadJson, EngineError) as error:
        return {"error": str(error)}


def _read_record(name: str) -> bytes:
    """The bytes of a record. Raises BadJson where they cannot be read, or are too many."""
    if name == "-":
        return _read_all(sys.stdin.buffer) if sys.stdin else b""
    try:
        with Path(name).open("rb") as stream:
            return _read_all(stream)
    except OSError as error:
        raise BadJson(f"cannot read {name}: {error.strerror}") from None


def _read_all(stream: BinaryIO) -> bytes:
    data = stream.read(MAX_RECORD + 1)
    if len(data) > MAX_RECORD:
        raise BadJson(f"a record has at most {MAX_RECORD} bytes")
    return data


def _let_go_of_output() -> None:
    """Whoever read us has gone, or the disk is full: Python must not try again when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
