"""The engine is pure: it imports nothing that could tell it more than it is told."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ENGINE = Path(__file__).parents[2] / "games" / "engine"
ALLOWED = {
    "collections",
    "contextlib",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "hmac",
    "itertools",
    "re",
    "typing",
}


def imports_of(file: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(file.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom):
            found.add(node.module or "")
    return found


@pytest.mark.parametrize("file", sorted(ENGINE.glob("*.py")), ids=lambda file: file.stem)
def test_module_imports_only_what_computes(file: Path) -> None:
    outside = {name for name in imports_of(file) if not name.startswith("games.engine")}
    assert {name.partition(".")[0] for name in outside} <= ALLOWED


def test_engine_loads_without_django() -> None:
    modules = sorted(f"games.engine.{file.stem}" for file in ENGINE.glob("[a-z]*.py"))
    program = f"import sys, {', '.join(modules)}; sys.exit('django' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ENGINE.parents[1], check=False, timeout=30
    )
    assert done.returncode == 0
