"""Where the ids of the rules ledger occur: the tests that quote them and the code that names them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tests.rules.quotes import quotes_below

MENTION = re.compile(r"\b(?:HT-[A-Z0-9]{3}-(?:\d+|[A-H]\b)|H-[A-Z]+-\d+|(?:CC|ED|AMB|A)-\d+|T-E?X?\d+[ab]?)")
DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

Traces = dict[str, list["Place"]]


@dataclass(frozen=True)
class Place:
    """A line of a file and the name of what stands there."""

    path: str
    line: int
    name: str

    @property
    def words(self) -> str:
        """The place as one reads it: a test as the sentence that its name is."""
        file = self.path.rpartition("/")[2]
        name = self.name.rpartition(".")[2]
        claim = name.removeprefix("test_").replace("_", " ") if name.startswith("test_") else f"`{self.name}`"
        return f"{claim} ({file})" if self.name else file


@cache
def quotes_by_id(root: Path) -> Traces:
    """The tests that quote each id."""
    found: Traces = {}
    for quote in quotes_below(root / "tests"):
        path, _, line = quote.place.rpartition(":")
        put(found, quote.id, place_at(root, path, int(line)))
    return found


@cache
def code_by_id(root: Path) -> Traces:
    """The code that names each id in a docstring or in a refusal."""
    found: Traces = {}
    for file in sorted((root / "src" / "kontor").rglob("*.py")):
        path = file.relative_to(root).as_posix()
        for line, text in strings(tree_of(root, path)):
            for id in MENTION.findall(text):
                put(found, id, place_at(root, path, line))
    return found


def put(found: Traces, id: str, place: Place) -> None:
    """Note a place once, however often the id stands in it."""
    places = found.setdefault(id, [])
    if all((each.path, each.name) != (place.path, place.name) for each in places):
        places.append(place)


def strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module, docstrings among them, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@cache
def tree_of(root: Path, path: str) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse((root / path).read_text(encoding="utf-8"))


def place_at(root: Path, path: str, line: int) -> Place:
    """The definition around a line, decorators included, or the line itself."""
    names: list[str] = []
    start = line
    body: list[ast.stmt] = tree_of(root, path).body
    while around := next((node for node in body if isinstance(node, DEFINITIONS) and covers(node, line)), None):
        names.append(around.name)
        start, body = around.lineno, around.body
    return Place(path, start, ".".join(names))


def covers(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, line: int) -> bool:
    """Whether a line belongs to a definition or to its decorators."""
    first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    return first <= line <= (node.end_lineno or node.lineno)
