"""The tracked text files of the repository, and violations found in them."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

SUFFIXES = (".py", ".ts", ".svelte", ".css", ".md", ".toml", ".json", ".svg")


@dataclass(frozen=True, order=True)
class Violation:
    """A line that breaks a check."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def text_files(root: Path) -> list[str]:
    """Return the paths of the text files that git tracks or would add."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True).stdout.splitlines()
    return [path for path in listed if path.endswith(SUFFIXES) and (root / path).is_file()]


def matches(path: str, patterns: list[str]) -> bool:
    """Return whether a path lies below one of the folders or matches one of the patterns."""
    return any(path.startswith(f"{pattern}/") or fnmatch(path, pattern) for pattern in patterns)


def numbered_lines(root: Path, path: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of a file with their numbers."""
    yield from enumerate((root / path).read_text(encoding="utf-8").splitlines(), 1)
