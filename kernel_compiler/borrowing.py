"""Local variables that borrow an item of a list: the list keeps the item, so no references are counted."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping

from kernel_compiler.loops import ItemReader
from kernel_compiler.type_map import expression

Taking = ast.Assign | ast.AnnAssign
CLOSURES = (ast.FunctionDef, ast.Lambda, ast.GeneratorExp, ast.Yield)  # which cannot keep a pointer


def annotated_variables(function: ast.FunctionDef) -> dict[str, str]:
    """Return the local variables that are declared, and their types without what they contain."""
    declarations = (node for node in ast.walk(function) if isinstance(node, ast.AnnAssign))
    return {ast.unparse(node.target): ast.unparse(node.annotation).partition("[")[0] for node in declarations}


def borrowed_variables(function: ast.FunctionDef, classes: Container[str]) -> dict[str, str]:
    """Return the variables, lists or objects of the kernel, that are only set to items of lists that others keep."""
    found: dict[str, str] = {}
    if any(isinstance(node, CLOSURES) for node in ast.walk(function) if node is not function):
        return found
    parameters = constant_parameters(function)
    for name, type_name in annotated_variables(function).items():
        takings = [taking for taking in _takings(function) if _target(taking) == name]
        is_object = type_name == "list" or type_name in classes
        are_items = all(_is_item(taking.value, parameters | found.keys()) for taking in takings)
        if is_object and takings and are_items and len(takings) == _stores(function, name):
            found[name] = type_name
    return found


def _takings(function: ast.FunctionDef) -> Iterator[Taking]:
    """Yield the assignments of a function that set one variable."""
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and _target(node):
            yield node


def _target(taking: Taking) -> str:
    targets = taking.targets if isinstance(taking, ast.Assign) else [taking.target]
    return targets[0].id if len(targets) == 1 and isinstance(targets[0], ast.Name) else ""


def _stores(function: ast.FunctionDef, name: str) -> int:
    """Return how often a variable is set, apart from a declaration without value."""
    bare = {id(node.target) for node in ast.walk(function) if isinstance(node, ast.AnnAssign) and not node.value}
    names = (node for node in ast.walk(function) if isinstance(node, ast.Name) and node.id == name)
    return sum(not isinstance(node.ctx, ast.Load) and id(node) not in bare for node in names)


def constant_parameters(function: ast.FunctionDef) -> set[str]:
    """Return the parameters that a function does not set."""
    return {argument.arg for argument in function.args.args if not _stores(function, argument.arg)}


def _is_item(value: ast.expr | None, keepers: set[str]) -> bool:
    """Return whether a value is an item of a list that is kept while the function runs."""
    if not isinstance(value, ast.Subscript) or isinstance(value.slice, ast.Slice):
        return False
    return is_kept(value.value, keepers)


def is_kept(items: ast.expr, keepers: set[str]) -> bool:
    """Return whether a list is one of some variables or an attribute of one."""
    while isinstance(items, ast.Attribute):
        items = items.value
    return isinstance(items, ast.Name) and items.id in keepers


def borrow(function: ast.FunctionDef, borrowed: Mapping[str, str]) -> None:
    """Replace the variables of a translated function by pointers to the items of their lists."""
    for name, class_name in borrowed.items():
        pointer = f"_borrowed_{name}"
        _Borrower(name, pointer).visit(function)
        reader = ItemReader(name, pointer, class_name)
        function.body = [reader.visit(statement) for statement in function.body]
        declaring = ast.AnnAssign(ast.Name(pointer, ast.Store()), expression("cython.p_void"), None, 1)
        first = 0 if ast.get_docstring(function) is None else 1
        function.body.insert(first, ast.copy_location(declaring, function.body[0]))


class _Borrower(ast.NodeTransformer):
    """Replaces the assignments of a variable by those of a pointer, and removes its declaration."""

    def __init__(self, name: str, pointer: str) -> None:
        self.name, self.pointer = name, pointer

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """Replace an assignment of the variable."""
        return self._taking(node) if _target(node) == self.name else node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """Replace an assignment of the variable, or remove its declaration."""
        if _target(node) != self.name:
            return node
        return self._taking(node) if node.value else ast.copy_location(ast.Pass(), node)

    def _taking(self, node: Taking) -> ast.stmt:
        item = next(inner for inner in ast.walk(node) if isinstance(inner, ast.Subscript))
        reading = ast.Call(expression("PyList_GET_ITEM"), [item.value, item.slice], [])
        return ast.copy_location(ast.Assign([ast.Name(self.pointer, ast.Store())], reading), node)
