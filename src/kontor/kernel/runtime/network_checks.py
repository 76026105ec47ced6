"""Checks of the weights of a network: their number, and that no sum can exceed 31 bits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

ROW_NAMES = (
    "the bounds of the features",
    "the weights of the first layer",
    "the biases of the first layer",
    "the weights of the second layer",
    "the biases of the second layer",
    "the weights of the last layer",
    "the weights of the linear part",
)
BOUNDS, FIRST, FIRST_BIAS, SECOND, SECOND_BIAS, LAST, LINEAR = range(7)
MOST_WEIGHT = 32767
MOST_BIAS = 1 << 28
MOST_UNITS = 1024  # of a layer
MOST_SUM = (1 << 31) - 1
MOST_LOG_ODDS = 1 << 29  # of the last layer and of the linear part, so that differences of sums have 31 bits
MOST_OUTPUT = 16383  # of a hidden or inner unit, as in `kontor.kernel.network`


def checked_network(features: int, rows: Any) -> list[list[int]]:
    """Return the rows of a network if their lengths fit together and no sum can exceed 31 bits."""
    if not isinstance(rows, list | tuple) or len(rows) != len(ROW_NAMES):
        raise ValueError(f"a network must have {len(ROW_NAMES)} rows of numbers: {', '.join(ROW_NAMES)}.")
    numbers = [checked_row(row, name) for row, name in zip(rows, ROW_NAMES, strict=True)]
    hidden, inner = len(numbers[FIRST_BIAS]), len(numbers[SECOND_BIAS])
    sizes = (features, features * hidden, hidden, 2 * hidden * inner, inner, inner, features)
    for row, size, name in zip(numbers, sizes, ROW_NAMES, strict=True):
        if len(row) != size or not 1 <= max(hidden, inner) <= MOST_UNITS:
            raise ValueError(f"{name} of a network are {len(row)} numbers: give {size}.")
    outputs = [MOST_OUTPUT] * (2 * hidden)
    check_sums(numbers[FIRST], numbers[FIRST_BIAS], numbers[BOUNDS], MOST_SUM, "the first layer")
    check_sums(numbers[SECOND], numbers[SECOND_BIAS], outputs, MOST_SUM, "the second layer")
    check_sums(numbers[LAST], [0], outputs[:inner], MOST_LOG_ODDS, "the last layer")
    check_sums(numbers[LINEAR], [0], numbers[BOUNDS], MOST_LOG_ODDS, "the linear part")
    return numbers


def checked_row(row: Any, name: str) -> list[int]:
    """Return a row of whole numbers within the bounds of weights or biases."""
    if isinstance(row, str | bytes) or not hasattr(row, "__iter__"):
        raise TypeError(f"{name} of a network must be a list of numbers, not {type(row).__name__}.")
    most = MOST_BIAS if "biases" in name else MOST_WEIGHT
    numbers = list(row)
    if not all(type(number) is int and -most <= number <= most for number in numbers):
        raise ValueError(f"{name} of a network must be whole numbers from {-most} to {most}.")
    return numbers


def check_sums(weights: Sequence[int], biases: Sequence[int], bounds: Sequence[int], limit: int, name: str) -> None:
    """Reject a layer of which a sum could exceed a limit with inputs within bounds."""
    units = len(biases)
    for unit, bias in enumerate(biases):
        highest = abs(bias) + sum(
            abs(weight) * abs(bound) for weight, bound in zip(weights[unit::units], bounds, strict=False)
        )
        if highest > limit:
            raise ValueError(f"{name} of the network can reach {highest}: sums must stay within {limit}.")
