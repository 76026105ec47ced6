"""The definitions of all modules of one kernel: constants, types and classes."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from functools import cached_property

from kernel_compiler.constants import evaluate, is_final
from kernel_compiler.source import Source, statements
from kernel_compiler.type_map import TypeMap

Function = ast.FunctionDef


class Definitions:
    """All names of a kernel's modules, collected in the order of the modules before the translation."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = sources
        self.constants: dict[str, int] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self._aliases: dict[str, ast.expr] = {}
        self.types = TypeMap(self.classes, self._aliases)
        self._known: dict[str, object] = {}
        self._owners: dict[str, tuple[Source, ast.stmt]] = {}
        for source in sources:
            for statement in source.tree.body:
                self._add(source, statement)

    def _add(self, source: Source, statement: ast.stmt) -> None:
        for name in defined_names(statement):
            self._add_owner(source, statement, name)
        match statement:
            case ast.ClassDef() if all(_name(base) in self.classes for base in statement.bases):
                self.classes[statement.name] = statement
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=ast.expr() as value):
                self._add_value(name, annotation, value)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if self.types.is_type(value):
                self._aliases[name] = value

    def _add_value(self, name: str, annotation: ast.expr, value: ast.expr) -> None:
        if _name(annotation) == "TypeAlias":
            self._aliases[name] = value
        elif is_final(annotation):
            self._known[name] = found = evaluate(value, self._known)
            if isinstance(found, int):
                self.constants[name] = found

    def _add_owner(self, source: Source, statement: ast.stmt, name: str) -> None:
        if name in self._owners and name != "__all__":
            other, first = self._owners[name]
            source.reject(statement, f"{name} is also defined at {other.path}:{first.lineno}")
        self._owners[name] = source, statement

    def numbers(self, name: str) -> list[int]:
        """Return the numbers of a constant that is a tuple of numbers; none for any other name."""
        value = self._known.get(name)
        if isinstance(value, tuple) and all(isinstance(part, int) for part in value):
            return list(value)
        return []

    def bases(self, name: str) -> Iterator[str]:
        """Yield the kernel classes from which a class derives, nearest first."""
        for base in self.classes[name].bases:
            yield _name(base)
            yield from self.bases(_name(base))

    @cached_property
    def parents(self) -> set[str]:
        """Return the classes from which other classes of the kernel derive."""
        return {base for name in self.classes for base in self.bases(name)}

    @cached_property
    def overridden(self) -> set[tuple[str, str]]:
        """Return each class and method that a derived class overrides."""
        return {
            (base, method.name)
            for name, node in self.classes.items()
            for method in node.body
            if isinstance(method, Function)
            for base in self.bases(name)
        }

    @cached_property
    def hidden(self) -> set[str]:
        """Return the names of attributes and C methods that Python code outside the kernel cannot see."""
        found: set[str] = set()
        for node in self.classes.values():
            for statement in node.body:
                match statement:
                    case ast.AnnAssign(target=ast.Name(id=name)):
                        found.add(name)
                    case ast.FunctionDef(name=name) if not stays_python(statement):
                        found.add(name)
        return found

    def forward_declarations(self) -> list[str]:
        """Return declarations that allow every class to be used as a type before its definition."""
        bases = {name: ", ".join(map(_name, node.bases)) for name, node in self.classes.items()}
        return [f"cdef class {name}({base})" if base else f"cdef class {name}" for name, base in bases.items()]


def defined_names(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a top-level statement defines."""
    match statement:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))


def stays_python(function: Function) -> bool:
    """Return whether Python code may call a function: it is exported, a property or a dunder method."""
    marks = {_name(mark) for mark in function.decorator_list}
    return bool(marks & {"exported", "property"}) or (function.name.startswith("__") and function.name.endswith("__"))


def is_small(function: Function) -> bool:
    """Return whether a function should be inlined: few statements and no loop."""
    inner = list(statements(function))
    return len(inner) <= 8 and not any(isinstance(s, ast.For | ast.While) for s in inner)


def _name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""
