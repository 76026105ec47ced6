"""Values that are known when the kernel is built, and how numbers are written in its text."""

from __future__ import annotations

import ast
from collections.abc import Mapping

from kernel_compiler.source import Source
from kernel_compiler.typemap import expression

NARROW = 2**31
WIDE = 2**64

_BUILTINS = {f.__name__: f for f in (abs, bool, int, len, max, min, range, sum, tuple)}


class _Hexadecimal(int):
    """A number written in base sixteen, which C reads as unsigned where it must."""

    def __repr__(self) -> str:
        return hex(int(self))


def is_final(annotation: ast.expr) -> bool:
    """Whether an annotation is Final or Final[...]."""
    match annotation:
        case ast.Name(id="Final") | ast.Subscript(value=ast.Name(id="Final")):
            return True
    return False


def evaluate(value: ast.expr, known: Mapping[str, object]) -> object:
    """The value of an expression over literals and known names, or None when it has none at build time."""
    code = compile(ast.fix_missing_locations(ast.Expression(value)), "<kernel>", "eval")
    try:
        return eval(code, {"__builtins__": _BUILTINS}, dict(known))
    except Exception:
        return None


def literal(source: Source, node: ast.expr, number: int) -> ast.expr:
    """A number as the generated text writes it: big ones are cast to 64 bits without sign."""
    if isinstance(number, bool) or 0 <= number < NARROW:
        return ast.copy_location(ast.Constant(number), node)
    if -NARROW < number < 0:
        return ast.copy_location(ast.UnaryOp(ast.USub(), ast.Constant(-number)), node)
    if not 0 < number < WIDE:
        source.refuse(node, f"the number {number} fits neither an int of 32 bits nor a Wide of 64")
    cast = expression("cython.cast(cython.ulonglong, 0)")
    assert isinstance(cast, ast.Call)
    cast.args[1] = ast.Constant(_Hexadecimal(number))
    return ast.copy_location(cast, node)


def folded(node: ast.expr, known: Mapping[str, int]) -> int | None:
    """The number that arithmetic over literals and known names gives, or None for anything else."""
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
