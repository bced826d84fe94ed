"""The walls of the house: the contracts of pyproject.toml, and what no contract can say."""

import subprocess
import sys
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).resolve().parents[2]

# What would let chance, time or the outside into the rules.
IMPURE = {"asyncio", "datetime", "glob", "io", "logging", "os", "pathlib", "random", "secrets"}
IMPURE |= {"shutil", "socket", "sqlite3", "subprocess", "tempfile", "threading", "time", "urllib"}

# Data only: nothing here holds a hand, a pack or a seed.
BELOW_THE_STATE = "capture cards errors observation options pair play sums worth"
OPEN_TO_THE_COMPUTER = {f"games.engine.{name}" for name in BELOW_THE_STATE.split()}


@pytest.fixture(scope="module")
def graph() -> grimp.ImportGraph:
    return grimp.build_graph("games", include_external_packages=True, cache_dir=None)


def test_import_contracts_hold() -> None:
    program = Path(sys.executable).parent / "lint-imports"

    done = subprocess.run([program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 0, done.stdout


def test_engine_imports_the_standard_library_only(graph: grimp.ImportGraph) -> None:
    imported = outside_of(graph, "games.engine")

    assert {name.partition(".")[0] for name in imported} <= set(sys.stdlib_module_names)


def test_engine_has_no_clock_no_chance_and_no_files(graph: grimp.ImportGraph) -> None:
    imported = {name.partition(".")[0] for name in outside_of(graph, "games.engine")}

    assert imported & IMPURE == set()


def test_computer_reaches_only_observations(graph: grimp.ImportGraph) -> None:
    reached = graph.find_upstream_modules("games.ai", as_package=True)

    assert {name for name in reached if is_below(name, "games")} - {"games"} <= {
        "games.engine",
        *OPEN_TO_THE_COMPUTER,
    }


def test_engine_loads_without_django() -> None:
    question = "import games.engine.round, games.engine.view, sys; print('django' in sys.modules)"

    answer = subprocess.run(
        [sys.executable, "-c", question], cwd=ROOT, capture_output=True, text=True
    )

    assert answer.stdout.strip() == "False", answer.stderr


def outside_of(graph: grimp.ImportGraph, package: str) -> set[str]:
    """Everything imported directly from within the package that does not belong to it."""
    modules = {package, *graph.find_descendants(package)}
    imported = {
        name for module in modules for name in graph.find_modules_directly_imported_by(module)
    }
    return {name for name in imported if not is_below(name, package)}


def is_below(name: str, package: str) -> bool:
    return name == package or name.startswith(f"{package}.")
