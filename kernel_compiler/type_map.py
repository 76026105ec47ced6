"""The C type of each annotation of the dialect."""

from __future__ import annotations

import ast
from collections.abc import Container, Mapping

SCALARS = {
    "int": "cython.int",
    "bool": "cython.bint",
    "float": "cython.double",
    "UInt64": "cython.ulonglong",
}
BUFFERS = {"Cells": "cython.uchar[::1]", "Ints": "cython.int[::1]", "BitSets": "cython.ulonglong[::1]"}
OBJECTS = {"list", "tuple", "dict", "set", "str", "bytes", "bytearray"}
NAMED = {**SCALARS, **BUFFERS, **{name: name for name in OBJECTS}}


def expression(text: str) -> ast.expr:
    """Return the syntax tree of an expression."""
    return ast.parse(text, mode="eval").body


class TypeMap:
    """Converts annotations to C types, including the classes and type aliases of the kernel."""

    def __init__(self, classes: Container[str], aliases: Mapping[str, ast.expr]) -> None:
        self._classes = classes
        self._aliases = aliases

    def c_type(self, annotation: ast.expr | None) -> ast.expr | None:
        """Return the type to declare, or None if the value stays a Python object."""
        match self._plain(annotation):
            case ast.Name(id=name) if name in NAMED:
                return expression(NAMED[name])
            case ast.Name(id=name) if name in self._classes:
                return expression(name)
            case ast.Subscript(value=ast.Name(id=name)) if name in OBJECTS:
                return expression(name)
            case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
                return self._optional(left)
        return None

    def result(self, annotation: ast.expr | None) -> ast.expr | None:
        """Return the result type of a C function, which is void for None."""
        plain = self._plain(annotation)
        if _is_none(plain):
            return expression("cython.void")
        pair = [self.c_type(part) for part in self._numbers(plain)]
        return ast.Tuple([part for part in pair if part]) if pair else self.c_type(plain)

    def cannot_fail(self, annotation: ast.expr | None) -> bool:
        """Return whether functions with this result are called without a check for errors."""
        plain = self._plain(annotation)
        return _is_none(plain) or self.is_scalar(plain) or bool(self._numbers(plain))

    def is_scalar(self, annotation: ast.expr | None) -> bool:
        """Return whether a value is a plain C number."""
        plain = self._plain(annotation)
        return isinstance(plain, ast.Name) and plain.id in SCALARS

    def _numbers(self, annotation: ast.expr | None) -> list[ast.expr]:
        """Return the parts of a tuple of plain numbers, which C functions return without creating an object."""
        match annotation:
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
                return parts if all(map(self.is_scalar, parts)) else []
        return []

    def is_buffer(self, annotation: ast.expr) -> bool:
        """Return whether a value is an array of numbers."""
        plain = self._plain(annotation)
        return isinstance(plain, ast.Name) and plain.id in BUFFERS

    def is_type(self, value: ast.expr | None) -> bool:
        """Return whether an expression is a type that annotations may use."""
        return self.c_type(value) is not None

    def _optional(self, inner: ast.expr) -> ast.expr | None:
        found = self.c_type(inner)
        if isinstance(found, ast.Name):
            return ast.BinOp(found, ast.BitOr(), ast.Constant(None))
        return found if self.is_buffer(inner) else None

    def _plain(self, annotation: ast.expr | None) -> ast.expr | None:
        match annotation:
            case ast.Constant(value=str(text)):
                return self._plain(expression(text))
            case ast.Name(id=name) if name in self._aliases:
                return self._plain(self._aliases[name])
        return annotation


def _is_none(annotation: ast.expr | None) -> bool:
    return isinstance(annotation, ast.Constant) and annotation.value is None
