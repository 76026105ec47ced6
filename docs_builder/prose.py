"""Turns the texts of the ledger into Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from docs_builder.traces import MENTION

CODE = re.compile(r"(`[^`]*`)")
POINT = re.compile(r"^(?:\d+|[a-z])\. ")


def linked(text: str, link: Callable[[str], str]) -> str:
    """A text in which every id outside of code is a link."""
    parts = CODE.split(text)
    return "".join(
        part if n % 2 else MENTION.sub(lambda found: f"[{found[0]}]({link(found[0])})", part)
        for n, part in enumerate(parts)
    )


def prose(text: str) -> str:
    """A text of the ledger as Markdown: lines with bars are a table, numbered lines a list."""
    return "\n\n".join(block(sort, list(lines)) for sort, lines in groupby(text.split("\n"), sort_of))


def sort_of(line: str) -> str:
    """What a line of a text belongs to."""
    if " | " in line:
        return "table"
    return "list" if POINT.match(line) else "words"


def block(sort: str, lines: Sequence[str]) -> str:
    """Lines of one sort as Markdown."""
    if sort == "table":
        head, *rows = [line.split(" | ") for line in lines]
        return table(head, rows)
    if sort == "list":
        return "\n".join(f"- {line}".replace(". ", "\\. ", 1) for line in lines)
    return "\n\n".join(lines)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A table of Markdown."""
    lines = [list(head), ["---"] * len(head), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
