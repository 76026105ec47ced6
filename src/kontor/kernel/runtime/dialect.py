"""The types that compiled modules are annotated with, and the mark of functions that Python code may call."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

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


def exported(function: _Function) -> _Function:
    """Mark a function or method of a kernel that Python code outside the kernel may call."""
    return function
