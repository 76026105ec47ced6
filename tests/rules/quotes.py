"""Collection of the ledger ids that tests quote, without importing the tests."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeGuard

DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


@dataclass(frozen=True)
class Quote:
    """An id quoted by a `case(...)` mark, and its place."""

    id: str
    place: str


class QuoteError(ValueError):
    """Error for a mark that cannot be read or does not mark a test."""


def quotes_below(folder: Path) -> tuple[Quote, ...]:
    """Return the quotes of every Python file below a folder."""
    return tuple(quote for file in sorted(folder.rglob("*.py")) for quote in _quotes_in(file, folder))


def quotes_of(source: str, name: str) -> Iterator[Quote]:
    """Yield the quotes of one module, in decorators and parameter marks."""
    tree = ast.parse(source, name)
    names = _names_of_case(tree)
    if names:
        _refuse_misplaced(tree, names, name)
        for node in ast.walk(tree):
            if _is_mark(node, names):
                yield from _ids(node, f"{name}:{node.lineno}")


def _quotes_in(file: Path, folder: Path) -> Iterator[Quote]:
    return quotes_of(file.read_text(encoding="utf-8"), str(file.relative_to(folder.parent)))


def _names_of_case(tree: ast.Module) -> frozenset[str]:
    """Return the dotted names that a module uses for the mark `case` of tests/marks.py."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names.update(_imported(node.module or "", alias) for alias in node.names)
        elif isinstance(node, ast.Import):
            names.update(f"{alias.asname or alias.name}.case" for alias in node.names if _is_marks(alias.name))
    return frozenset(names - {""})


def _imported(module: str, alias: ast.alias) -> str:
    """Return the name of the mark after `from module import alias`, or an empty string."""
    name = alias.asname or alias.name
    if alias.name == "marks":
        return f"{name}.case"
    return name if _is_marks(module) and alias.name == "case" else ""


def _is_marks(module: str) -> bool:
    return module in {"marks", "tests.marks"}


def _is_mark(node: ast.AST, names: frozenset[str]) -> TypeGuard[ast.Call]:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in names


def _ids(call: ast.Call, place: str) -> Iterator[Quote]:
    for argument in call.args:
        if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
            raise QuoteError(f"{place}: case() takes ids written out as strings")
        yield Quote(argument.value, place)


def _refuse_misplaced(tree: ast.Module, names: frozenset[str], name: str) -> None:
    """Reject a mark on something that pytest does not collect."""
    for node in ast.walk(tree):
        if not isinstance(node, DEFINITIONS) or node.name.startswith(("test", "Test")):
            continue
        if any(_is_mark(mark, names) for mark in node.decorator_list):
            raise QuoteError(f"{name}:{node.lineno}: case() over {node.name}, which is no test")
