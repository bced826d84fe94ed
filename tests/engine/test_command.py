"""`manage.py basra explain` and `replay` as a program: pipes, files, exit statuses."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
VECTORS = Path(__file__).with_name("vectors")
NONSENSE = {
    "DATABASE_URL": "nonsense://",
    "REDIS_URL": "nowhere",
    "SITE_ADDRESS": "?",
    "DJANGO_SETTINGS_MODULE": "basra_site.settings.production",
}
EIGHT = {"preset": "basra-2", "floor": ["AC", "7S", "KD", "8H"], "play": "8S"}
EIGHT_ANSWER = {"captures": [["7S", "8H", "AC"]], "basra": None}


def run(
    *arguments: str, stdin: bytes = b"", env: dict[str, str] | None = None
) -> subprocess.CompletedProcess[bytes]:
    program = [sys.executable, "-W", "error", "manage.py", "basra", *arguments]
    return subprocess.run(
        program, input=stdin, capture_output=True, cwd=ROOT, env=env or {}, timeout=30, check=False
    )


def answers(done: subprocess.CompletedProcess[bytes]) -> list[Any]:
    assert b"Traceback" not in done.stdout + done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def lines(*items: object) -> bytes:
    return b"".join(
        (item if isinstance(item, bytes) else json.dumps(item).encode()) + b"\n" for item in items
    )


def record(number: int = 0) -> Any:
    return json.loads((VECTORS / "records.json").read_text())[number]


@pytest.mark.parametrize("env", [{}, NONSENSE], ids=["empty", "nonsense"])
def test_explain_needs_nothing_of_the_environment(env: dict[str, str]) -> None:
    done = run("explain", stdin=lines(EIGHT), env=env)
    assert (done.returncode, answers(done), done.stderr) == (0, [EIGHT_ANSWER], b"")


@pytest.mark.parametrize("env", [{}, NONSENSE], ids=["empty", "nonsense"])
def test_replay_needs_nothing_of_the_environment(env: dict[str, str]) -> None:
    done = run("replay", stdin=json.dumps(record()["record"]).encode(), env=env)
    assert (done.returncode, answers(done), done.stderr) == (0, [record()["outcome"]], b"")


def test_explain_answers_every_line_and_fails_at_the_end() -> None:
    bad = [
        b"",
        b"nonsense",
        b"\xff\xfe",
        b"NaN",
        b'{"preset": "basra-2", "floor": [], "floor": [], "play": "8S"}',
        b'{"preset": "basra-2", "floor": [], "play": Infinity}',
        b"[" * 50_000,
        b"1" * 5_000,
        b'"' + b"x" * 200_000 + b'"',
        b'{"preset": "\\ud800", "floor": [], "play": "8S"}',
        lines(EIGHT | {"play": "AC"}).strip(),
    ]
    asked = [line for item in bad for line in (item, EIGHT)]
    done = run("explain", stdin=lines(*asked))
    found = answers(done)
    assert done.returncode == 1
    assert found[1::2] == [EIGHT_ANSWER] * len(bad)
    assert [list(answer) for answer in found[::2]] == [["error"]] * len(bad)
    assert max(len(answer["error"]) for answer in found[::2]) < 300


def test_explain_answers_a_last_line_without_its_end() -> None:
    assert answers(run("explain", stdin=lines(EIGHT).strip())) == [EIGHT_ANSWER]


def test_explain_of_nothing_answers_nothing() -> None:
    done = run("explain")
    assert (done.returncode, done.stdout) == (0, b"")


def test_explain_answers_each_line_before_the_next_is_asked() -> None:
    program = [sys.executable, "manage.py", "basra", "explain"]
    with subprocess.Popen(
        program, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdin
        assert process.stdout
        for _ in range(3):
            process.stdin.write(lines(EIGHT))
            process.stdin.flush()
            assert json.loads(process.stdout.readline()) == EIGHT_ANSWER


def test_explain_is_quiet_when_its_reader_goes_away() -> None:
    command = f"yes '{json.dumps(EIGHT)}' | '{sys.executable}' manage.py basra explain | head -n 1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, cwd=ROOT, timeout=30, check=False
    )
    assert (json.loads(done.stdout), done.stderr) == (EIGHT_ANSWER, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs Linux")
@pytest.mark.parametrize("act", ["explain", "replay"])
def test_full_disk_is_told_in_a_sentence(act: str) -> None:
    stdin = lines(EIGHT) if act == "explain" else json.dumps(record()["record"]).encode()
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "manage.py", "basra", act],
            input=stdin,
            stdout=full,
            stderr=subprocess.PIPE,
            cwd=ROOT,
            timeout=30,
            check=False,
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)


def test_replay_reads_a_file(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(record()["record"]))
    assert answers(run("replay", str(file))) == [record()["outcome"]]


def test_replay_reads_standard_input_for_a_dash() -> None:
    data = json.dumps(record()["record"]).encode()
    assert answers(run("replay", "-", stdin=data)) == [record()["outcome"]]


def refused(done: subprocess.CompletedProcess[bytes]) -> dict[str, str]:
    [answer] = answers(done)
    assert (done.returncode, list(answer), done.stderr) == (1, ["error", "at"], b"")
    return dict(answer)


def test_refused_record_names_the_play() -> None:
    data = record()["record"]
    data["rounds"][0]["plays"][3] = {"card": "KC"}
    assert refused(run("replay", stdin=json.dumps(data).encode())) == {
        "error": "illegal play: not in hand",
        "at": "rounds[0].plays[3]",
    }


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"null",
        b"[]",
        b"{",
        b"\xff",
        b"[" * 100_000,
        b'{"a": ' * 100_000,
        b'{"preset": "basra-2", "preset": "basra-2", "target": 0, "rounds": []}',
        b'{"preset": "basra-2", "target": NaN, "rounds": []}',
        b'{"preset": "basra-2", "target": ' + b"9" * 5000 + b', "rounds": []}',
        b'{"preset": "basra-2", "target": 0, "rounds": []}{}',
        b" " * 1_000_001,
    ],
    ids=lambda data: repr(data[:40]),
)
def test_what_is_no_record_is_refused(data: bytes) -> None:
    assert refused(run("replay", stdin=data))["at"] == "record"


def test_record_of_a_megabyte_is_still_read() -> None:
    data = b'{"preset": "basra-2", "target": 0, "rounds": []}'.ljust(1_000_000)
    assert answers(run("replay", stdin=data)) == [{"rounds": [], "totals": [0, 0], "winner": None}]


@pytest.mark.parametrize("name", ["nothing.json", ".", "/dev/zero"])
def test_file_that_cannot_be_read_is_refused(name: str, tmp_path: Path) -> None:
    assert refused(run("replay", str(tmp_path / name)))["at"] == "record"


@pytest.mark.parametrize("arguments", [[], ["nonsense"], ["explain", "more"], ["replay", "a", "b"]])
def test_wrong_arguments_are_explained_on_standard_error(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"usage: manage.py basra" in done.stderr
