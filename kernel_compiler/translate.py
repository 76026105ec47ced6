"""Translates the modules of a kernel, plain typed Python, to the text of one Cython module."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kernel_compiler.borrowing import annotated_variables, borrow, borrowed_variables, constant_parameters, is_kept
from kernel_compiler.constants import constant_value, literal
from kernel_compiler.definitions import Definitions, Function, is_small, stays_python
from kernel_compiler.loops import cast, loop_over_items, loop_over_values, loop_variables, loop_with_cast
from kernel_compiler.source import Source, statements
from kernel_compiler.type_map import expression

# What compiled modules use instead of the functions of the dialect with the same names.
CELL_FUNCTIONS = (
    "from libc.string cimport memcmp, memcpy, memmove",
    "cdef inline void copy_cells(unsigned char[::1] target, int to, unsigned char[::1] cells, int start, int count) "
    "noexcept:",
    "    memmove(&target[to], &cells[start], count)",
    "cdef inline bint equal_cells(unsigned char[::1] one, int at, unsigned char[::1] other, int start, int count) "
    "noexcept:",
    "    return memcmp(&one[at], &other[start], count) == 0",
    "cdef inline void copy_sets(unsigned long long[::1] target, int to, unsigned long long[::1] sets, int start, "
    "int count) noexcept:",
    "    memcpy(&target[to], &sets[start], count * sizeof(unsigned long long))",
)
FIRST_DIFFERENCE = (
    "cdef inline int first_difference(unsigned char[::1] one, int at, unsigned char[::1] other, int start, "
    "int count) noexcept:",
    "    cdef unsigned long long eight, others",
    "    cdef int number = 0",
    "    while number + 8 <= count:",
    "        memcpy(&eight, &one[at + number], 8)",
    "        memcpy(&others, &other[start + number], 8)",
    "        if eight != others:",
    "            return number + first_byte(eight ^ others)",
    "        number += 8",
    "    while number < count and one[at + number] == other[start + number]:",
    "        number += 1",
    "    return number",
)
LOWEST_BIT = (
    "cdef extern from *:",
    '    """',
    "    #ifdef _MSC_VER",
    "    #include <intrin.h>",
    "    static __inline int lowest_bit(unsigned long long bits) {",
    "        unsigned long at; _BitScanForward64(&at, bits); return (int)at; }",
    "    #else",
    "    static inline int lowest_bit(unsigned long long bits) { return __builtin_ctzll(bits); }",
    "    #endif",
    "    #if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__",
    "    static inline int first_byte(unsigned long long bytes) { return __builtin_clzll(bytes) / 8; }",
    "    #else",
    "    static inline int first_byte(unsigned long long bytes) { return lowest_bit(bytes) / 8; }",
    "    #endif",
    '    """',
    "    int lowest_bit(unsigned long long bits) noexcept nogil",
    "    int first_byte(unsigned long long bytes) noexcept nogil  # the first in memory that is not 0",
)
LIST_ITEM = (
    'cdef extern from "Python.h":',
    "    void* PyList_GET_ITEM(list items, Py_ssize_t number) noexcept",
)
HEADER = ("# generated", "import cython", *CELL_FUNCTIONS, *LOWEST_BIT, *FIRST_DIFFERENCE, *LIST_ITEM)
REPLACED = {
    "exported",
    "copy_cells",
    "copy_sets",
    "equal_cells",
    "first_difference",
    "lowest_bit",
}  # names of the dialect that compiled modules do not import
DECORATORS = {"exported", "property", "staticmethod", "override", "final"}


@dataclass(frozen=True)
class GeneratedText:
    """Generated text with the source line of each of its statements."""

    lines: list[str]
    places: dict[int, tuple[Path, int]]
    hidden: set[str]

    def place(self, line: int) -> str:
        """Return the source, as path:line, of a line of the generated text."""
        known = [number for number in self.places if number <= line]
        path, number = self.places[max(known)] if known else (Path("<generated>"), line)
        return f"{path}:{number}"


def translate(sources: Sequence[Source], compiled_name: str) -> GeneratedText:
    """Return the text of one Cython module with the definitions of all modules."""
    definitions = Definitions(sources)
    text = GeneratedText([*HEADER, *definitions.forward_declarations()], {}, definitions.hidden)
    for source in sources:
        for statement in _Translator(definitions, source, compiled_name).statements():
            _append(text, source.path, statement)
    return text


def _append(text: GeneratedText, path: Path, statement: ast.stmt) -> None:
    written = ast.unparse(ast.fix_missing_locations(statement))
    first = len(text.lines)
    for made, origin in zip(statements(ast.parse(written)), statements(statement), strict=True):
        top = min([made.lineno, *(d.lineno for d in getattr(made, "decorator_list", []))])
        text.places[first + top] = path, origin.lineno
    text.lines.extend(written.splitlines())


class _Translator(ast.NodeTransformer):
    """Translates the statements of one module."""

    def __init__(self, definitions: Definitions, source: Source, compiled_name: str) -> None:
        self._definitions = definitions
        self._types = definitions.types
        self._source = source
        self._package = compiled_name.rpartition(".")[0]
        self._class: ast.ClassDef | None = None
        self._function: Function | None = None
        self._cannot_fail = False
        self._declared: dict[str, str] = {}
        self._loop_variables: set[str] = set()
        self._keepers: set[str] = set()  # variables that keep the lists that are their attributes

    def statements(self) -> Iterator[ast.stmt]:
        """Yield the translated statements of the module, in order."""
        for statement in self._source.tree.body:
            if not _is_dropped(statement):
                made = self.visit(statement)
                yield from made if isinstance(made, list) else [made] if made else []

    def visit_Import(self, node: ast.Import) -> ast.stmt:
        """Keep an import of a module outside the kernel."""
        for alias in node.names:
            self._check_foreign(node, alias.name)
        return node

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.stmt | None:
        """Remove an import from the kernel itself and make any other absolute."""
        origin = self._source.origin(node)
        if origin == "__future__":
            return None
        if self._is_member(origin):
            self._check_member(node, origin)
            return None
        for name in (origin, *(f"{origin}.{alias.name}" for alias in node.names)):
            self._check_foreign(node, name)
        names = [alias for alias in node.names if alias.name not in REPLACED]
        return ast.copy_location(ast.ImportFrom(origin, names, 0), node) if names else None

    def _is_member(self, name: str) -> bool:
        return any(source.name == name for source in self._definitions.sources)

    def _check_member(self, node: ast.ImportFrom, origin: str) -> None:
        names = [source.name for source in self._definitions.sources]
        if names.index(origin) >= names.index(self._source.name):
            self._source.reject(node, f"{origin} must precede {self._source.name} in the kernel's list of modules")
        for alias in node.names:
            if alias.asname or alias.name == "*":
                self._source.reject(node, f"import {alias.name} from {origin} by its own name")

    def _check_foreign(self, node: ast.stmt, name: str) -> None:
        if self._is_member(name):
            self._source.reject(node, f"{name} is part of the kernel: import names from it, not the module")
        if name.startswith(f"{self._package}."):
            self._source.reject(node, f"{name} is not a module of the kernel, so the kernel cannot use it")

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.stmt:
        """Make a class a C class, unless it derives from one outside the kernel."""
        outer, self._class = self._class, node
        if node.name in self._definitions.classes:
            self._check_class(node)
            node.body = [s for s in node.body if not _is_slots(s)]
            node.decorator_list = [expression("cython.cclass")]
            if node.name not in self._definitions.parents:
                node.decorator_list.insert(0, expression("cython.final"))
        else:
            self._class = None
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        self._class = outer
        return node

    def _check_class(self, node: ast.ClassDef) -> None:
        if len(node.bases) > 1 or node.keywords:
            self._source.reject(node, f"class {node.name} may have one base and no class keywords")
        if any(ast.unparse(mark) != "final" for mark in node.decorator_list):
            self._source.reject(node, f"class {node.name} may not be decorated")

    def visit_FunctionDef(self, node: Function) -> ast.stmt:
        """Make a function or method a C function, unless Python code calls it."""
        outer = self._function, self._cannot_fail
        decorators, compiled = self._decorators(node), self._is_compiled(node)
        self._function, self._cannot_fail = node, compiled and self._types.cannot_fail(node.returns)
        self._declared = self._declarations(node)
        self._loop_variables = loop_variables(node)
        borrowed = borrowed_variables(node, self._definitions.classes)
        self._keepers = constant_parameters(node) | borrowed.keys()
        node.returns = self._types.result(node.returns) if compiled else None
        node.decorator_list = []
        self.generic_visit(node)
        borrow(node, borrowed)
        node.decorator_list = [expression(text) for text in decorators]
        node.body = node.body or [ast.Pass()]
        self._function, self._cannot_fail = outer
        return node

    def _declarations(self, node: Function) -> dict[str, str]:
        """Return the local variables that are declared with a class of the kernel."""
        declared = annotated_variables(node).items()
        return {name: class_name for name, class_name in declared if class_name in self._definitions.classes}

    def _is_compiled(self, node: Function) -> bool:
        return self._function is None and not stays_python(node) and self._is_top_level(node)

    def _is_top_level(self, node: Function) -> bool:
        home = self._class.body if self._class else self._source.tree.body
        return node in home

    def _decorators(self, node: Function) -> list[str]:
        marks = [ast.unparse(mark) for mark in node.decorator_list]
        for mark in marks:
            if mark not in DECORATORS and not mark.endswith(".setter"):
                self._source.reject(node, f"{node.name} is decorated with {mark}, which kernels do not support")
        kept = [mark for mark in marks if mark not in ("exported", "override", "final")]
        return kept + (self._compiled_decorators(node) if self._is_compiled(node) else [])

    def _compiled_decorators(self, node: Function) -> list[str]:
        made = ["cython.cfunc"]
        if self._types.cannot_fail(node.returns):
            made.append("cython.exceptval(check=False)")
        if self._class is None and is_small(node):
            made.append("cython.inline")
        if self._class is not None and (self._class.name, node.name) not in self._definitions.overridden:
            made.insert(0, "cython.final")
        return made

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Set the C type of a parameter."""
        if node.arg in self._definitions.constants:
            self._source.reject(node, f"parameter {node.arg} has the name of a constant")
        node.annotation = self._types.c_type(node.annotation)
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt | None:
        """Set the C type of a variable or attribute."""
        if self._function is not None or self._class is not None:
            return self._declaration(node)
        name = node.target.id if isinstance(node.target, ast.Name) else ""
        if name in self._definitions.constants:
            return _assignment(node, literal(self._source, node.target, self._definitions.constants[name]))
        if self._types.is_scalar(node.annotation):
            self._source.reject(node, f"{name} is a number at module level: make it Final")
        value = self.visit(node.value) if node.value else None
        c_type = self._types.c_type(node.annotation)
        if value and c_type and self._types.is_buffer(node.annotation):
            value = ast.Call(expression("cython.declare"), [c_type, value], [])
        return _assignment(node, value) if value else None

    def _declaration(self, node: ast.AnnAssign) -> ast.stmt | None:
        if self._function is None and node.value is not None:
            self._source.reject(node, "an attribute must get its value in __init__, not in the class body")
        c_type = self._types.c_type(node.annotation)
        node.target = self.visit(node.target)
        node.value = self.visit(node.value) if node.value else None
        if c_type is None and self._function is None:
            c_type = ast.Name("object")
        if c_type is None or not isinstance(node.target, ast.Name):
            return _assignment(node, node.value) if node.value else None
        node.annotation = c_type
        declared = self._declared.get(node.target.id)
        if declared and isinstance(node.value, ast.Subscript):
            node.value = cast(declared, node.value)
        return node

    def visit_For(self, node: ast.For) -> ast.stmt | list[ast.stmt]:
        """Translate a loop over a literal tuple or a list of objects of the kernel."""
        self.generic_visit(node)
        values = self._values(node.iter) if self._function is not None else []
        if values:
            return loop_over_values(node, values)
        declared = self._declared.get(ast.unparse(node.target))
        if not declared:
            return node
        is_local = ast.unparse(node.target) in self._loop_variables
        if not is_local:
            return loop_with_cast(node, declared)
        return loop_over_items(node, declared, is_kept(node.iter, self._keepers))

    def _values(self, iterated: ast.expr) -> list[ast.expr]:
        match iterated:
            case ast.Tuple(elts=values) if not any(isinstance(value, ast.Starred) for value in values):
                return values
            case ast.Name(id=name):
                return [literal(self._source, iterated, n) for n in self._definitions.numbers(name)]
        return []

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Replace a constant by its number."""
        if node.id not in self._definitions.constants:
            return node
        if not isinstance(node.ctx, ast.Load):
            self._source.reject(node, f"{node.id} is a constant and cannot be assigned")
        return literal(self._source, node, self._definitions.constants[node.id])

    def visit_Constant(self, node: ast.Constant) -> ast.expr:
        """Write a big number in a form that C accepts."""
        return literal(self._source, node, node.value) if type(node.value) is int else node

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        """Replace arithmetic on constants by its result."""
        return self._arithmetic(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        """Replace arithmetic on constants by its result."""
        return self._arithmetic(node)

    def _arithmetic(self, node: ast.expr) -> ast.expr:
        number = constant_value(node, self._definitions.constants)
        if number is not None:
            return literal(self._source, node, number)
        visited: ast.expr = self.generic_visit(node)  # type: ignore[assignment]
        return visited

    def visit_Assert(self, node: ast.Assert) -> ast.stmt | None:
        """Remove an assertion from a function that cannot report its failure."""
        return None if self._cannot_fail else node

    def visit_Raise(self, node: ast.Raise) -> ast.stmt:
        """Reject a raise statement in a function that cannot report it."""
        if self._cannot_fail and "NotImplementedError" not in ast.unparse(node):
            self._source.reject(node, "only exported functions and functions that return objects can raise errors")
        return node


def _assignment(node: ast.AnnAssign, value: ast.expr) -> ast.stmt:
    return ast.copy_location(ast.Assign([node.target], value), node)


def _is_dropped(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant()):
            return True
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.Assign(targets=[ast.Name(id="__all__")]):
            return True
    return False


def _is_slots(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Assign) and ast.unparse(statement.targets[0]) == "__slots__"
