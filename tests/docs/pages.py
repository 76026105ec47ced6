"""The pages of the documentation and their code blocks."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OUTSIDE = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "web/README.md")]
PAGES = [*OUTSIDE, *sorted((ROOT / "docs").rglob("*.md"))]
FENCED = re.compile(r"^( *)```(\w*)([^\n]*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
INDENTED = re.compile(r"(?:^ {4,}.*\n)+", re.MULTILINE)
OPTION = re.compile(r'(\w+)="?([^"\s]+)"?')


@dataclass(frozen=True)
class Block:
    """A code block: its language, its options, and its text."""

    language: str
    options: dict[str, str]
    text: str


def name_of(page: Path) -> str:
    """Return the path of a page in the repository."""
    return page.relative_to(ROOT).as_posix()


def read(page: Path) -> str:
    """Return the text of a page."""
    return page.read_text(encoding="utf-8")


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page in their order."""
    return [Block(found[2], dict(OPTION.findall(found[3])), found[4]) for found in FENCED.finditer(read(page))]


def commands(text: str) -> list[str]:
    """Return the commands of a shell block, with continued lines joined and without comments."""
    lines = text.replace("\\\n", " ").splitlines()
    return [" ".join(line.split()) for line in lines if line.strip() and not line.strip().startswith("#")]


def kontor_calls(page: Path) -> Iterator[list[str]]:
    """Yield the arguments of every `kontor` command that a page shows in a block."""
    text = read(page)
    shown = [block.text for block in blocks(page)] + INDENTED.findall(FENCED.sub("", text))
    for line in (line for block in shown for line in commands(block)):
        if found := re.match(r"(?:\w+=\S+ )*(?:\S*/)?kontor ([a-z]+\b.*)", line):
            yield shlex.split(found[1], comments=True)
