"""Finds the modules of a kernel by following the imports of its engine."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from pathlib import Path

from kernel_compiler.source import CompileError, Source, is_module, read_source


def matching_modules(root: Path, pattern: str) -> list[str]:
    """Return the modules below a folder whose dotted names match a pattern with `*` for one part."""
    paths = sorted(root.glob(pattern.replace(".", "/") + ".py"))
    return [".".join(path.relative_to(root).with_suffix("").parts) for path in paths]


def kernel_modules(root: Path, engine: str, packages: Sequence[str], runtime: str) -> list[str]:
    """Return the engine and all modules of the packages that it imports, each after those it imports from.

    Modules of the runtime package are not kernel_modules: they stay Python.
    """
    found: list[str] = []
    _follow(root, engine, [], found, [*packages], runtime)
    return found


def _follow(root: Path, name: str, path: list[str], found: list[str], packages: list[str], runtime: str) -> None:
    if name in path:
        cycle = " -> ".join([*path[path.index(name) :], name])
        raise CompileError(f"{root}: the modules of a kernel must not import each other in a cycle: {cycle}")
    if name in found:
        return
    for imported in _imports(root, read_source(root, name)):
        if _is_inside(imported, packages) and not _is_inside(imported, [runtime]):
            _follow(root, imported, [*path, name], found, packages, runtime)
    found.append(name)


def _is_inside(name: str, packages: Sequence[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def _imports(root: Path, source: Source) -> Iterator[str]:
    """Yield the modules that the top-level statements of a module import from."""
    for statement in source.tree.body:
        if isinstance(statement, ast.ImportFrom):
            origin = source.origin(statement)
            submodules = [f"{origin}.{alias.name}" for alias in statement.names]
            yield from [name for name in submodules if is_module(root, name)] or [origin]
