"""The words kernel modules are written in, and the choice between their compiled and interpreted forms."""

from __future__ import annotations

import importlib
import importlib.util
import os
from array import array
from collections.abc import Callable
from types import ModuleType
from typing import TYPE_CHECKING, TypeAlias, TypeVar

KERNEL_VARIABLE = "KONTOR_KERNEL"
COMPILED = "compiled"
INTERPRETED = "interpreted"

Wide: TypeAlias = int
"""An unsigned number of 64 bits; mask every sum, product and left shift of it with 2**64 - 1."""

Cells: TypeAlias = bytearray
"""A row of numbers from 0 to 255."""

if TYPE_CHECKING:
    Ints: TypeAlias = array[int]
    """A row of C ints: an array of typecode 'i'."""
else:
    Ints = array

_Function = TypeVar("_Function", bound=Callable[..., object])


def door(function: _Function) -> _Function:
    """Mark a function or method of a kernel that may be called from outside it."""
    return function


class KernelError(RuntimeError):
    """The kernel that was asked for cannot be had."""


def load_kernel(compiled_name: str, interpreted_name: str, kind: str | None = None) -> tuple[ModuleType, str]:
    """The module with a kernel's doors and its kind, as given, or by the environment, or the faster one."""
    chosen = kind or os.environ.get(KERNEL_VARIABLE) or _fastest(compiled_name)
    if chosen not in (COMPILED, INTERPRETED):
        raise KernelError(f"{KERNEL_VARIABLE} is {chosen!r}; it may be {COMPILED!r}, {INTERPRETED!r} or unset.")
    if chosen == COMPILED and not is_compiled(compiled_name):
        raise KernelError(
            f"The compiled kernel {compiled_name} is missing: build it with a C compiler at hand "
            f"('make kernel', or install the package again), or set {KERNEL_VARIABLE}={INTERPRETED}."
        )
    return importlib.import_module(compiled_name if chosen == COMPILED else interpreted_name), chosen


def is_compiled(compiled_name: str) -> bool:
    """Whether the compiled form of a kernel stands beside its source."""
    return importlib.util.find_spec(compiled_name) is not None


def _fastest(compiled_name: str) -> str:
    return COMPILED if is_compiled(compiled_name) else INTERPRETED
