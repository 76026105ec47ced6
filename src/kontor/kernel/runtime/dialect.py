"""The types, the decorator and the functions of compiled modules that the compiler replaces by its own."""

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
    BitSets: TypeAlias = array[int]
    """An array of UInt64 (typecode 'Q'), each a set of numbers from 0 to 63."""
else:
    Ints = array
    BitSets = array

_Function = TypeVar("_Function", bound=Callable[..., object])


def exported(function: _Function) -> _Function:
    """Mark a function or method of a kernel that Python code outside the kernel may call."""
    return function


def copy_cells(target: Cells, to: int, source: Cells, start: int, count: int) -> None:
    """Copy cells, also within one array; compiled to `memmove`."""
    target[to : to + count] = source[start : start + count]


def copy_sets(target: BitSets, to: int, source: BitSets, start: int, count: int) -> None:
    """Copy sets of an array into another one; compiled to `memcpy`."""
    target[to : to + count] = source[start : start + count]


def first_difference(one: Cells, start: int, other: Cells, other_start: int, count: int) -> int:
    """Return how many cells from two starts on are equal before the first that differ; compiled to compare words."""
    if equal_cells(one, start, other, other_start, count):
        return count
    n = 0
    while one[start + n] == other[other_start + n]:
        n += 1
    return n


def lowest_bit(bits: UInt64) -> int:
    """Return the lowest number in a set that is not empty; compiled to one instruction."""
    return (bits & -bits).bit_length() - 1


def equal_cells(one: Cells, start: int, other: Cells, other_start: int, count: int) -> bool:
    """Return whether some cells of two arrays are equal; compiled to `memcmp`."""
    return one[start : start + count] == other[other_start : other_start + count]
