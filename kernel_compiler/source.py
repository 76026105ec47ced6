"""Kernel modules in the source tree, and the error that names a line in them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn


class CompileError(Exception):
    """Raised for kernel source that the dialect does not allow; the text names file and line."""


@dataclass(frozen=True)
class Source:
    """One module of a kernel: its dotted name, its file and its syntax tree."""

    name: str
    path: Path
    tree: ast.Module

    def reject(self, node: ast.AST, sentence: str) -> NoReturn:
        """Raise CompileError with a sentence about one line of this module."""
        raise CompileError(f"{self.path}:{getattr(node, 'lineno', 1)}: {sentence}")

    def origin(self, node: ast.ImportFrom) -> str:
        """Return the absolute name of the module that an import statement imports from."""
        if not node.level:
            return node.module or ""
        climbed = node.level - (self.path.name == "__init__.py")
        package = self.name.split(".")[: -climbed or None]
        return ".".join([*package, node.module] if node.module else package)


def is_module(root: Path, name: str) -> bool:
    """Return whether a dotted name is a module or package below a folder."""
    base = root.joinpath(*name.split("."))
    return base.with_suffix(".py").is_file() or (base / "__init__.py").is_file()


def read_source(root: Path, name: str) -> Source:
    """Read one module below the folder that holds the top package."""
    base = root.joinpath(*name.split("."))
    for path in (base.with_suffix(".py"), base / "__init__.py"):
        if path.is_file():
            return Source(name, path, _parse(path))
    raise CompileError(f"{base.with_suffix('.py')}:1: the kernel uses module {name}, which does not exist")


def _parse(path: Path) -> ast.Module:
    try:
        return ast.parse(path.read_text(encoding="utf-8"))
    except SyntaxError as error:
        raise CompileError(f"{path}:{error.lineno}: {error.msg}") from error


def statements(tree: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements of a tree in a fixed order."""
    return (node for node in ast.walk(tree) if isinstance(node, ast.stmt))
