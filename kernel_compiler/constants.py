"""Constants that are known at build time, and the form of numbers in the generated text."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from kernel_compiler.source import Source
from kernel_compiler.type_map import expression

INT_LIMIT = 2**31
UINT64_LIMIT = 2**64

_BUILTINS = {f.__name__: f for f in (abs, bool, int, len, max, min, range, sum, tuple)}


class _Hexadecimal(int):
    """A number that is written in base 16, which C reads as unsigned if necessary."""

    def __repr__(self) -> str:
        return hex(int(self))


def is_final(annotation: ast.expr) -> bool:
    """Return whether an annotation is Final or Final[...]."""
    match annotation:
        case ast.Name(id="Final") | ast.Subscript(value=ast.Name(id="Final")):
            return True
    return False


def evaluate(value: ast.expr, known: Mapping[str, object]) -> object:
    """Return the value of an expression of literals and known names, or None if it is not known at build time."""
    code = compile(ast.fix_missing_locations(ast.Expression(value)), "<kernel>", "eval")
    try:
        return eval(code, {"__builtins__": _BUILTINS}, dict(known))
    except Exception:
        return None


def literal(source: Source, node: ast.expr, number: int) -> ast.expr:
    """Return a number as an expression; big ones are cast to unsigned 64 bits."""
    if isinstance(number, bool) or 0 <= number < INT_LIMIT:
        return ast.copy_location(ast.Constant(number), node)
    if -INT_LIMIT < number < 0:
        return ast.copy_location(ast.UnaryOp(ast.USub(), ast.Constant(-number)), node)
    if not 0 < number < UINT64_LIMIT:
        source.reject(node, f"the number {number} fits neither an int of 32 bits nor a UInt64 of 64")
    cast = expression("cython.cast(cython.ulonglong, 0)")
    assert isinstance(cast, ast.Call)
    cast.args[1] = ast.Constant(_Hexadecimal(number))
    return ast.copy_location(cast, node)


def constant_value(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """Return the value of arithmetic on literals and known names, or None for any other expression."""
    leaves = (n for n in ast.walk(node) if isinstance(n, ast.expr))
    if not all(_is_arithmetic(n, known) for n in leaves):
        return None
    number = evaluate(node, known)
    return number if isinstance(number, int) else None


def _is_arithmetic(node: ast.expr, known: Mapping[str, int]) -> bool:
    match node:
        case ast.UnaryOp(op=op):
            return not isinstance(op, ast.Not)
        case ast.Name(id=name):
            return name in known
        case ast.Constant(value=value):
            return type(value) is int
    return isinstance(node, ast.BinOp)
