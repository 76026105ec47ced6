"""Sets of numbers from 0 to 63 as the bits of one number."""

from __future__ import annotations

from kontor.kernel.runtime.dialect import UInt64


def bit(number: int) -> UInt64:
    """Return the set of one number."""
    one: UInt64 = 1
    return one << number


def with_bit(bits: UInt64, number: int, is_in: bool) -> UInt64:
    """Return a set with a number, or without it."""
    return bits | bit(number) if is_in else bits & ~bit(number)


def has_bit(bits: UInt64, number: int) -> bool:
    """Return whether a number is in a set."""
    return bits >> number & 1 != 0
