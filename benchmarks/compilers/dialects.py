"""Translates the kernel source into the dialect of each compiler."""

import ast
from collections.abc import Mapping
from typing import ClassVar

LONG_LITERAL = 2**31
BUFFERS = ("octets", "numbers")


def parse_expression(source: str) -> ast.expr:
    """The tree of one expression."""
    return ast.parse(source, mode="eval").body


def final_numbers(tree: ast.Module) -> dict[str, int]:
    """The module's constants by name."""
    found: dict[str, int] = {}
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.annotation) == "Final":
            assert isinstance(node.target, ast.Name)
            assert node.value is not None
            found[node.target.id] = ast.literal_eval(node.value)
    return found


class Dialect(ast.NodeTransformer):
    """Renames the types in annotations and writes constants out as numbers."""

    types: ClassVar[Mapping[str, str]] = {}

    def __init__(self, constants: Mapping[str, int]) -> None:
        self.constants = constants

    def number(self, value: int) -> ast.expr:
        """The expression for a constant."""
        return parse_expression(str(value))

    def translated_annotation(self, annotation: ast.expr | None) -> ast.expr | None:
        """The annotation in the compiler's own types."""
        if annotation is None:
            return None
        name = ast.unparse(annotation).strip("'")
        return parse_expression(self.types.get(name, name))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Write a constant out as its number."""
        known = isinstance(node.ctx, ast.Load) and node.id in self.constants
        return self.number(self.constants[node.id]) if known else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        """Type a variable, and drop the definition of a constant."""
        if ast.unparse(node.annotation) == "Final":
            return None
        node.annotation = self.translated_annotation(node.annotation) or node.annotation
        node.value = self.visit(node.value) if node.value else None
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Type a function."""
        for argument in node.args.args:
            argument.annotation = self.translated_annotation(argument.annotation)
        node.returns = self.translated_annotation(node.returns)
        node.body = [self.visit(statement) for statement in node.body]
        return node


class Mypyc(Dialect):
    """Fixed-width integers, with Python lists as buffers."""

    types: ClassVar[Mapping[str, str]] = {
        "int": "i64",
        "Word": "i64",
        "bytearray": "list[i64]",
        "array[int]": "list[i64]",
    }
    heading = "from mypy_extensions import i64"
    buffer = "return [0] * size"

    def number(self, value: int) -> ast.expr:
        """A constant; the mask of 64 bits is all ones, for i64 wraps by itself."""
        return parse_expression("-1" if value == 2**64 - 1 else str(value))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Count loops in machine integers."""
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id == "range":
            node.args = [parse_expression(f"i64({ast.unparse(argument)})") for argument in node.args]
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Type a function, and make the buffers this dialect wants."""
        super().visit_FunctionDef(node)
        if node.name in BUFFERS:
            node.body = ast.parse(self.buffer).body
        return node


class MypycVectors(Mypyc):
    """Fixed-width integers, with librt vectors as buffers."""

    types: ClassVar[Mapping[str, str]] = {
        "int": "i64",
        "Word": "i64",
        "bytearray": "vec[i64]",
        "array[int]": "vec[i64]",
    }
    heading = "from mypy_extensions import i64\nfrom librt.vecs import vec"
    buffer = "return vec[i64]([i64(0) for _ in range(size)])"


class Cython(Dialect):
    """Cython's pure-Python mode: C classes, C functions that raise nothing, typed memoryviews."""

    types: ClassVar[Mapping[str, str]] = {
        "int": "cython.int",
        "bool": "cython.bint",
        "None": "cython.void",
        "Word": "cython.ulonglong",
        "bytearray": "cython.uchar[::1]",
        "array[int]": "cython.int[::1]",
        "list[Step]": "list",
    }
    directives = "boundscheck=False, wraparound=False, cdivision=True, initializedcheck=False, infer_types=True"
    heading = f"# cython: language_level=3, {directives}\nimport cython"
    marks = ("cython.cfunc", "cython.exceptval(check=False)")
    final = True

    def number(self, value: int) -> ast.expr:
        """A constant; Cython would make a long one a Python object."""
        return parse_expression(f"cython.cast(cython.ulonglong, {value})" if value >= LONG_LITERAL else str(value))

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        """Make a C class, closed for inheritance unless it is the base of the steps."""
        node.body = [
            self.method(part) if isinstance(part, ast.FunctionDef) else self.visit(part) for part in node.body
        ]
        closed = self.final and node.name != "Step"
        node.decorator_list = [parse_expression("cython.final")] * closed + [parse_expression("cython.cclass")]
        return node

    def method(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """Make a C method of everything but the constructor."""
        if node.name == "__init__":
            node.returns = None
        else:
            returns = ast.unparse(node.returns) if node.returns else "None"
            marks = self.marks if self.types.get(returns) else self.marks[:1]
            node.decorator_list = [parse_expression(mark) for mark in marks]
        self.visit_FunctionDef(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Type a function; buffers stay Python objects until they are stored."""
        if node.name in BUFFERS:
            return node
        return super().visit_FunctionDef(node)


class CythonOpen(Cython):
    """As Cython, but every call goes through the class table, as across modules."""

    final = False


class CythonChecked(Cython):
    """As Cython, but every call asks whether an error was raised."""

    marks = ("cython.cfunc", "cython.exceptval(check=True)")


def translate(text: str, dialect: type[Mypyc] | type[Cython]) -> str:
    """The kernel text in a dialect."""
    tree = ast.parse(text)
    tree = dialect(final_numbers(tree)).visit(tree)
    return dialect.heading + "\n" + ast.unparse(ast.fix_missing_locations(tree)) + "\n"
