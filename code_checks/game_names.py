"""Rejects Python code that names a game outside the package of that game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from code_checks.files import Violation, matches, numbered_lines, text_files

GAMES = "src/kontor/games"
SHARED = ["src/kontor", "docs_builder", "kernel_compiler"]


def game_names(root: Path) -> list[str]:
    """Return the names of the game packages."""
    return sorted(path.parent.name for path in (root / GAMES).glob("*/__init__.py"))


def violations(root: Path) -> Iterator[Violation]:
    """Yield every line of shared code that names a game."""
    names = game_names(root)
    pattern = re.compile(rf"(?<![^\W_])({'|'.join(names)})(?![^\W_])", re.IGNORECASE)
    for path in text_files(root):
        if path.endswith(".py") and matches(path, SHARED) and not matches(path, [f"{GAMES}/*/*"]):
            for number, line in numbered_lines(root, path):
                if found := pattern.search(line):
                    yield Violation(path, number, f"names the game {found[0]!r}: only {GAMES}/{found[0].lower()} may")
