"""Protects the independence of the rules: core, kernel and games import only the standard library and kontor."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import kontor

PACKAGE = Path(kontor.__file__).parent
RULES = sorted(path for layer in ("core", "kernel", "games") for path in (PACKAGE / layer).rglob("*.py"))
ALLOWED = sys.stdlib_module_names | {"kontor"}
OPTIONAL = {"core/drawing/png.py": {"resvg_py"}}  # imported when it is used; without it, only PNG is missing


def imported(path: Path) -> Iterator[str]:
    """Yield the top-level packages that a file imports from."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield (node.module or "").partition(".")[0]


@pytest.mark.parametrize("path", RULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_rules_import_only_the_standard_library(path: Path) -> None:
    assert set(imported(path)) <= ALLOWED | OPTIONAL.get(path.relative_to(PACKAGE).as_posix(), set())
