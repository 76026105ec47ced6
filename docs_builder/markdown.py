"""Turns the texts of a ledger into Markdown."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby

from docs_builder.games import id_pattern

CODE_SPAN = re.compile(r"(`[^`]*`)")
LIST_ITEM = re.compile(r"^(?:\d+|[a-z])\. ")


def link_ids(text: str, link: Callable[[str], str]) -> str:
    """Return a text in which every id outside of code is a link."""
    parts = CODE_SPAN.split(text)
    return "".join(
        part if n % 2 else id_pattern().sub(lambda found: f"[{found[0]}]({link(found[0])})", part)
        for n, part in enumerate(parts)
    )


def markdown(text: str) -> str:
    """Return a text of the ledger as Markdown: lines with bars become a table, numbered lines a list."""
    return "\n\n".join(block(kind, list(lines)) for kind, lines in groupby(text.split("\n"), kind_of))


def kind_of(line: str) -> str:
    """Return the kind of block that a line belongs to."""
    if " | " in line:
        return "table"
    return "list" if LIST_ITEM.match(line) else "paragraph"


def block(kind: str, lines: Sequence[str]) -> str:
    """Return lines of one kind as Markdown."""
    if kind == "table":
        head, *rows = [line.split(" | ") for line in lines]
        return table(head, rows)
    if kind == "list":
        return "\n".join(f"- {line}".replace(". ", "\\. ", 1) for line in lines)
    return "\n\n".join(lines)


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Return a Markdown table."""
    lines = [list(head), ["---"] * len(head), *([str(cell).replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)
