"""References to rule ids: the tests that quote them and the code that names them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from docs_builder.games import id_pattern
from tests.rules.quotes import quotes_below

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

References = dict[str, list["Reference"]]


@dataclass(frozen=True)
class Reference:
    """A definition in a file, by its line and name."""

    path: str
    line: int
    name: str

    @property
    def title(self) -> str:
        """The reference as link text: a test as the sentence of its name."""
        file = self.path.rpartition("/")[2]
        name = self.name.rpartition(".")[2]
        claim = name.removeprefix("test_").replace("_", " ") if name.startswith("test_") else f"`{self.name}`"
        return f"{claim} ({file})" if self.name else file


@cache
def quoting_tests(root: Path) -> References:
    """Return the tests that quote each id."""
    found: References = {}
    for quote in quotes_below(root / "tests"):
        path, _, line = quote.place.rpartition(":")
        add_reference(found, quote.id, reference_at(root, path, int(line)))
    return found


@cache
def naming_code(root: Path) -> References:
    """Return the code that names each id in a docstring or in a refusal."""
    found: References = {}
    for file in sorted((root / "src" / "kontor").rglob("*.py")):
        path = file.relative_to(root).as_posix()
        for line, text in string_literals(syntax_tree(root, path)):
            for id in id_pattern().findall(text):
                add_reference(found, id, reference_at(root, path, line))
    return found


def add_reference(found: References, id: str, reference: Reference) -> None:
    """Add a reference once, however often the id occurs in the definition."""
    references = found.setdefault(id, [])
    if all((each.path, each.name) != (reference.path, reference.name) for each in references):
        references.append(reference)


def string_literals(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Yield the strings of a module, docstrings included, with their lines."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.lineno, node.value


@cache
def syntax_tree(root: Path, path: str) -> ast.Module:
    """Return the syntax tree of a file."""
    return ast.parse((root / path).read_text(encoding="utf-8"))


def reference_at(root: Path, path: str, line: int) -> Reference:
    """Return the definition around a line, decorators included, or the line itself."""
    names: list[str] = []
    start = line
    body: list[ast.stmt] = syntax_tree(root, path).body
    while enclosing := next(
        (node for node in body if isinstance(node, DEFINITIONS) and contains_line(node, line)), None
    ):
        names.append(enclosing.name)
        start, body = enclosing.lineno, enclosing.body
    return Reference(path, start, ".".join(names))


def contains_line(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef, line: int) -> bool:
    """Return whether a line belongs to a definition or to its decorators."""
    first = min([node.lineno, *(mark.lineno for mark in node.decorator_list)])
    return first <= line <= (node.end_lineno or node.lineno)
