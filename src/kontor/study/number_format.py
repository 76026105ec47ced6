"""Formats numbers as published text that is the same on every processor.

Sums and fits differ between processors in their last bits. Numbers are rounded to nine decimals first, so that a
value on a rounding edge is printed the same everywhere, and zero is printed without a sign.
"""

from __future__ import annotations

STABLE_DIGITS = 9


def stable(value: float) -> float:
    """Return a number rounded to nine decimals, with zero never negative."""
    return round(float(value), STABLE_DIGITS) + 0.0


def decimal(value: float, digits: int = 1) -> str:
    """Format a number with so many decimals."""
    return f"{_rounded(value, digits):.{digits}f}"


def signed_decimal(value: float, digits: int = 1) -> str:
    """Format a number with its sign; what rounds to zero has none."""
    rounded = _rounded(value, digits)
    return f"{rounded:+.{digits}f}" if rounded else f"{rounded:.{digits}f}"


def percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage."""
    return f"{decimal(100 * share, digits)}%"


def signed_percent(share: float, digits: int = 1) -> str:
    """Format a share as a percentage with its sign; what rounds to zero has none."""
    return f"{signed_decimal(100 * share, digits)}%"


def _rounded(value: float, digits: int) -> float:
    return round(stable(value), digits) + 0.0
