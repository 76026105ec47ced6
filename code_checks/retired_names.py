"""Rejects identifiers that were renamed: the list with the paths where it applies is retired_names.toml."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from code_checks.files import Violation, matches, numbered_lines, text_files

LIST = Path(__file__).with_name("retired_names.toml")


@dataclass(frozen=True)
class Group:
    """Retired names with their replacements, and the paths where they may not appear."""

    paths: list[str]
    names: dict[str, str]

    def found(self, line: str) -> Iterator[str]:
        """Yield a message for every retired name in a line."""
        for name, replacement in self.names.items():
            if name in line and re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", line):
                yield f"{name} is a retired name: use {replacement}"


def groups(listed: Path = LIST) -> list[Group]:
    """Read the list of retired names."""
    content = tomllib.loads(listed.read_text(encoding="utf-8"))
    return [Group(group["paths"], group["names"]) for group in content["group"]]


def exempt(listed: Path = LIST) -> list[str]:
    """Read the paths that may use retired names, because they describe earlier versions."""
    paths: list[str] = tomllib.loads(listed.read_text(encoding="utf-8"))["exempt"]
    return paths


def violations(root: Path, listed: Path = LIST) -> Iterator[Violation]:
    """Yield every retired name in the files of a repository."""
    known, exceptions = groups(listed), exempt(listed)
    for path in text_files(root):
        applicable = [group for group in known if matches(path, group.paths)]
        if applicable and not matches(path, exceptions):
            yield from _in_file(root, path, applicable)


def _in_file(root: Path, path: str, applicable: Sequence[Group]) -> Iterator[Violation]:
    for number, line in numbered_lines(root, path):
        for group in applicable:
            yield from (Violation(path, number, message) for message in group.found(line))
