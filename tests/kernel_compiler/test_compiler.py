"""Protects the kernel compiler: the compiled module behaves like its source, and errors name the source line."""

from __future__ import annotations

import importlib
import re
import shutil
import sys
import textwrap
from pathlib import Path
from types import ModuleType

import pytest

from kernel_compiler.build import C_FLAGS, CompilerMissing, Kernel, build, build_all
from kernel_compiler.source import CompileError, Source, read_source
from kernel_compiler.translate import GeneratedText, translate

SAMPLE = Path(__file__).parent / "demo_kernel"


def write_package(root: Path, package: str, **modules: str) -> list[Source]:
    """Write the modules of a package below a folder and return their sources."""
    folder = root / package
    folder.mkdir()
    (folder / "__init__.py").touch()
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text).lstrip())
    return [read_source(root, f"{package}.{name}") for name in modules]


def translated(root: Path, **modules: str) -> GeneratedText:
    """Return the generated text of some modules."""
    return translate(write_package(root, "sample", **modules), "sample._compiled")


def compile_error(root: Path, **modules: str) -> str:
    """Return the error of the compiler about some modules."""
    with pytest.raises(CompileError) as caught:
        translated(root, **modules)
    return str(caught.value)


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Kernel:
    """Return the compiled sample kernel."""
    root = tmp_path_factory.mktemp("project")
    shutil.copytree(SAMPLE, root / "demo_kernel")
    made = Kernel("demo_kernel._compiled", ["demo_kernel.position", "demo_kernel.play"], root, root)
    try:
        assert build(made) == []
    except CompilerMissing as error:
        pytest.skip(str(error))  # machines without a C compiler are supported: there is nothing to compare
    return made


@pytest.fixture
def both(kernel: Kernel, monkeypatch: pytest.MonkeyPatch) -> tuple[ModuleType, ModuleType]:
    """Return the sample kernel as an interpreted and a compiled module."""
    monkeypatch.syspath_prepend(str(kernel.sources))
    return importlib.import_module("demo_kernel.play"), importlib.import_module("demo_kernel._compiled")


def test_both_kernels_play_the_same_game(both: tuple[ModuleType, ModuleType]) -> None:
    interpreted, compiled = (module.Play(0xFEDCBA9876543210) for module in both)
    assert [interpreted.run(n) for n in (0, 1, 500)] == [compiled.run(n) for n in (0, 1, 500)]
    assert interpreted.cells() == compiled.cells()


def test_both_kernels_read_sets_and_compare_cells(both: tuple[ModuleType, ModuleType]) -> None:
    one, other = bytearray(range(40)), bytearray(range(40))
    for at in (0, 7, 8, 31, 39):
        other[at] += 1
    for module in both:
        play = module.Play(7)
        assert play.numbers_in(1 << 63 | 1 << 31 | 5) == [0, 2, 31, 63]
        assert play.numbers_in(0) == []
        assert play.differences(one, other) == [0, 7, 8, 31, 39]
        assert play.differences(one, one) == []


def test_loops_over_objects_of_the_kernel(both: tuple[ModuleType, ModuleType]) -> None:
    interpreted, compiled = (module.Play(7) for module in both)
    assert interpreted.costs() == compiled.costs() == 1 * 2 + 2 * 3


def test_exported_functions_take_objects_and_raise_errors(both: tuple[ModuleType, ModuleType]) -> None:
    for module in both:
        play = module.Play(7)
        assert play.is_same(module.Play(7))
        assert not play.is_same(None)
        assert module.mask() == 2**64 - 1
        with pytest.raises(module.NegativeCount, match="-1 moves"):
            play.run(-1)


def test_only_exported_functions_and_constants_are_visible_from_outside(both: tuple[ModuleType, ModuleType]) -> None:
    _, compiled = both
    assert not hasattr(compiled.Play(1), "_run")
    assert not hasattr(compiled, "scrambled")
    assert (compiled.SIZE, compiled.COLOURS) == (12, ("red", "blue"))


def test_an_unchanged_kernel_is_not_compiled_again(kernel: Kernel) -> None:
    assert build(kernel) is None
    source = kernel.sources / "demo_kernel" / "play.py"
    text = source.read_text()
    source.write_text(text + "\n# a comment\n")
    assert build(kernel) is None


def test_constants_are_written_as_numbers(tmp_path: Path) -> None:
    first = "from typing import Final\nA: Final = 3\nB: Final = -A * 2\n"
    second = "from sample.first import A, B\n\n\ndef f(x: int) -> int:\n    return x + (1 << A) - B\n"
    lines = translated(tmp_path, first=first, second=second).lines
    assert "    return x + 8 - -6" in lines
    assert "B = -6" in lines


def test_functions_get_c_types(tmp_path: Path) -> None:
    text = """
        from kontor.kernel.runtime.dialect import Cells, UInt64

        def f(a: int, b: "UInt64", c: Cells, d: list[int], e: object) -> bool:
            n: int = a
            return n > 0
        """
    lines = "\n".join(translated(tmp_path, only=text).lines)
    assert (
        "@cython.cfunc\n@cython.exceptval(check=False)\n@cython.inline\n"
        "def f(a: cython.int, b: cython.ulonglong, c: cython.uchar[::1], d: list, e) -> cython.bint:\n"
        "    n: cython.int = a\n"
    ) in lines


def test_loops_over_literal_tuples_create_no_tuple(tmp_path: Path) -> None:
    text = """
        from typing import Final

        KINDS: Final = (0, 2)

        def f(a: int, b: int) -> int:
            total = 0
            for value in (a, b):
                for kind in KINDS:
                    total += kind * value
            return total
        """
    lines = "\n".join(translated(tmp_path, only=text).lines)
    assert "        value = _value_7_0 if _turn_7 == 0 else _value_7_1\n" in lines
    assert "        _value_8_1 = 2\n        for _turn_8 in range(2):\n" in lines


BORROWED = """
    from typing import Any

    class Step:
        size: int

    class Referee:
        steps: list[list[Step]]

        def pick(self) -> Any:
            return self.steps[0]

        def kept(self, task: int, n: int) -> int:
            steps: list[Step] = self.steps[task]
            step: Step = steps[n]
            total = 0
            for other in steps:
                total += 1
            return step.size + total

        def from_a_call(self, n: int) -> int:
            step: Step = self.pick()[n]
            return step.size

        def of_a_changed_parameter(self, other: Referee, n: int) -> int:
            steps: list[Step] = other.steps[n]
            other = self
            step: Step = steps[0]
            return step.size

        def in_a_closure(self, n: int) -> list[int]:
            step: Step = self.steps[0][n]
            return sorted(n + step.size for n in range(3))
    """


def test_items_of_lists_that_others_keep_are_borrowed(tmp_path: Path) -> None:
    text = "\n".join(translated(tmp_path, rules=BORROWED).lines)
    kept, from_a_call, changed, closure = re.split(r"def (?:from_a_call|of_a_changed|in_a_closure)", text)
    assert "_borrowed_steps = PyList_GET_ITEM(self.steps, task)" in kept
    assert "_borrowed_step = PyList_GET_ITEM(cython.cast(list, _borrowed_steps), n)" in kept
    assert "return cython.cast(Step, _borrowed_step).size + total" in kept
    assert "_borrowed_" not in from_a_call + changed + closure


def test_generated_lines_are_mapped_to_source_lines(tmp_path: Path) -> None:
    text = translated(tmp_path, only="X = 1\n\n\ndef f(n: int) -> int:\n    # why\n    return n\n")
    line = text.lines.index("    return n") + 1
    assert text.place(line) == f"{tmp_path / 'sample' / 'only.py'}:6"


def test_errors_of_cython_name_the_source(tmp_path: Path) -> None:
    write_package(tmp_path, "broken", only="def f(n: int) -> int:\n    # why\n    return missing(n)\n")
    with pytest.raises(CompileError, match=r"broken/only\.py:3: "):
        build(Kernel("broken._compiled", ["broken.only"], tmp_path, tmp_path))


def test_an_untyped_owner_of_a_kernel_attribute_gives_a_warning(tmp_path: Path) -> None:
    text = "class A:\n    x: int\n\n\ndef f(things: list[A]) -> int:\n    return things[0].x\n"
    write_package(tmp_path, "leaky", only=text)
    try:
        warnings = build(Kernel("leaky._compiled", ["leaky.only"], tmp_path, tmp_path))
    except CompilerMissing as error:
        pytest.skip(str(error))  # machines without a C compiler are supported: there is nothing to compare
    assert warnings == [f"{tmp_path}/leaky/only.py:6: the owner of .x has no known type: annotate it"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("from . import first\n", "second.py:1: sample.first is part of the kernel"),
        ("import sample.first\n", "second.py:1: sample.first is part of the kernel"),
        ("from .first import f as g\n", "second.py:1: import f from sample.first by its own name"),
        ("from .third import f\n", "second.py:1: sample.third is not a module of the kernel"),
        ("def f() -> None: ...\n", "second.py:1: f is also defined at"),
        ("x = 1\ncount: int = 0\n", "second.py:2: count is a number at module level"),
        ("def g(A: int) -> None: ...\n", "second.py:1: parameter A has the name of a constant"),
        ("def g() -> None:\n    A = 2\n", "second.py:2: A is a constant"),
        (
            "def g() -> int:\n    raise ValueError\n",
            "second.py:2: only exported functions and functions that return objects can raise",
        ),
        ("class C:\n    x: int = 0\n", "second.py:2: an attribute must get its value in __init__"),
        ("x = 2**64\n", "second.py:1: the number 18446744073709551616 fits neither"),
        ("x = (\n", "second.py:1: '(' was never closed"),
    ],
)
def test_compile_errors_name_the_line(tmp_path: Path, text: str, message: str) -> None:
    first = "from typing import Final\nA: Final = 1\ndef f() -> None: ...\n"
    assert message in compile_error(tmp_path, first=first, second=text)


def test_a_module_must_follow_those_it_imports(tmp_path: Path) -> None:
    message = compile_error(tmp_path, first="from .second import f\n", second="def f() -> None: ...\n")
    assert "first.py:1: sample.second must precede sample.first" in message


def test_a_missing_module_is_reported(tmp_path: Path) -> None:
    with pytest.raises(CompileError, match=r"uses module sample\.gone, which does not exist"):
        read_source(tmp_path, "sample.gone")


def test_a_failed_build_does_not_affect_other_builds(kernel: Kernel) -> None:
    broken = Kernel("demo_kernel._broken", ["demo_kernel.play"], kernel.root, kernel.sources)
    failed, unchanged = build_all([broken, kernel])
    assert isinstance(failed.exception(), CompileError)
    assert unchanged.result() is None


@pytest.mark.skipif(sys.platform == "win32", reason="flags of another compiler")
def test_compilers_must_not_fuse_products_and_sums() -> None:
    assert "-ffp-contract=off" in C_FLAGS
