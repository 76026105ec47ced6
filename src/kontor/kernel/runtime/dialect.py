"""The types for annotations in compiled modules, and the decorator of functions that Python code may call."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias, TypeVar

UInt64: TypeAlias = int
"""An unsigned number of 64 bits; mask every sum, product and left shift of it with 2**64 - 1."""

Cells: TypeAlias = bytearray
"""An array of numbers from 0 to 255."""

if TYPE_CHECKING:
    Ints: TypeAlias = array[int]
    """An array of C ints (typecode 'i')."""
else:
    Ints = array

_Function = TypeVar("_Function", bound=Callable[..., object])


def exported(function: _Function) -> _Function:
    """Mark a function or method of a kernel that Python code outside the kernel may call."""
    return function
