"""Loops of a kernel that are translated to loops over numbers."""

from __future__ import annotations

import ast

from kernel_compiler.type_map import expression


def cast(name: str, value: ast.expr) -> ast.expr:
    """Return an unchecked cast of a value to a class of the kernel."""
    return ast.Call(expression("cython.cast"), [ast.Name(name, ast.Load()), value], [])


def loop_over_values(node: ast.For, values: list[ast.expr]) -> list[ast.stmt]:
    """Return assignments of the values to variables and a loop that uses one after the other."""
    turn = f"_turn_{node.lineno}"
    names = [f"_value_{node.lineno}_{number}" for number in range(len(values))]
    chosen = names[-1]
    for number, name in reversed(list(enumerate(names[:-1]))):
        chosen = f"{name} if {turn} == {number} else {chosen}"
    taking = ast.Assign([node.target], expression(chosen))
    node.target, node.iter = ast.Name(turn, ast.Store()), expression(f"range({len(values)})")
    node.body.insert(0, ast.copy_location(taking, node))
    keeping = [ast.Assign([ast.Name(n, ast.Store())], value) for n, value in zip(names, values, strict=True)]
    return [*(ast.copy_location(kept, node) for kept in keeping), node]


def loop_variables(function: ast.FunctionDef) -> set[str]:
    """Return the variables of a function that get values only as targets of loops and are read only inside them."""
    loops = [loop for loop in ast.walk(function) if isinstance(loop, ast.For) and isinstance(loop.target, ast.Name)]
    names = {loop.target.id for loop in loops if isinstance(loop.target, ast.Name)}
    return {name for name in names if _uses(function, name) == sum(_uses_in(loop, name) for loop in loops)}


def _uses_in(loop: ast.For, name: str) -> int:
    """Return how often a loop uses its variable, as its target and in its body."""
    if not (isinstance(loop.target, ast.Name) and loop.target.id == name):
        return 0
    return 1 + sum(_uses(statement, name) for statement in loop.body)


def _uses(node: ast.AST, name: str) -> int:
    """Return how often a variable is read or written, apart from a declaration without value."""
    declared = {id(inner.target) for inner in ast.walk(node) if isinstance(inner, ast.AnnAssign) and not inner.value}
    return sum(isinstance(n, ast.Name) and n.id == name and id(n) not in declared for n in ast.walk(node))


def loop_with_cast(node: ast.For, class_name: str) -> ast.For:
    """Return a loop over a list with an unchecked cast of its items to a class of the kernel."""
    item = f"_item_{node.lineno}"
    taking = ast.Assign([node.target], cast(class_name, ast.Name(item, ast.Load())))
    node.target = ast.Name(item, ast.Store())
    node.body.insert(0, ast.copy_location(taking, node))
    return node


class ItemReader(ast.NodeTransformer):
    """Replaces a variable by a cast of the pointer to an item of a list."""

    def __init__(self, variable: str, item: str, class_name: str) -> None:
        self.variable, self.item, self.class_name = variable, item, class_name

    def visit_Name(self, node: ast.Name) -> ast.expr:
        """Return the cast for the variable."""
        return cast(self.class_name, ast.Name(self.item, ast.Load())) if node.id == self.variable else node


def loop_over_items(node: ast.For, class_name: str, is_kept: bool) -> list[ast.stmt]:
    """Return a loop over the numbers of a list that counts no references: the list keeps its items.

    If nothing else keeps the list, a variable does. The body of the loop must not change the list.
    """
    items, item, number = (f"_{part}_{node.lineno}" for part in ("items", "item", "number"))
    reader = ItemReader(ast.unparse(node.target), item, class_name)
    keeping = ast.AnnAssign(ast.Name(items, ast.Store()), ast.Name("list"), node.iter, 1)
    iterated = ast.unparse(node.iter) if is_kept else items
    pointer = ast.AnnAssign(ast.Name(item, ast.Store()), expression("cython.p_void"), None, 1)
    taking = ast.Assign([ast.Name(item, ast.Store())], expression(f"PyList_GET_ITEM({iterated}, {number})"))
    node.body = [ast.copy_location(taking, node), *(reader.visit(statement) for statement in node.body)]
    node.target, node.iter = ast.Name(number, ast.Store()), expression(f"range(len({iterated}))")
    first = [] if is_kept else [ast.copy_location(keeping, node)]
    return [*first, ast.copy_location(pointer, node), node]
