"""Checks of the arguments of exported kernel functions: each returns the argument or raises an exception."""

from __future__ import annotations

from operator import index
from typing import Any, Final

from kontor.kernel.runtime.errors import shown

MOST_INT: Final = 2147483647  # the highest C int
MOST_WEIGHT: Final = 5000  # keeps a product of two weights and some counts within 31 bits


def checked_whole(value: Any, name: str) -> Any:
    """Return a whole number of any size."""
    try:
        return index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {type(value).__name__}.") from None


def checked_number(value: Any, least: Any, most: Any, name: str) -> Any:
    """Return a whole number within bounds."""
    number = checked_whole(value, name)
    if not least <= number <= most:
        raise ValueError(f"{name} is {shown(number)}: give a number from {least} to {most}.")
    return number


def checked_seed(value: Any) -> Any:
    """Return a seed, which has 64 bits."""
    number = checked_whole(value, "the seed")
    if number < 0 or number.bit_length() > 64:
        raise ValueError(f"the seed is {shown(number)}: give a number from 0 to 2**64 - 1.")
    return number


def checked_numbers(values: Any, count: int, least: Any, most: Any, name: str) -> list[int]:
    """Return a list of `count` whole numbers within bounds."""
    if isinstance(values, str | bytes) or not hasattr(values, "__iter__"):
        raise TypeError(f"{name} must be a list of {count} numbers, not {type(values).__name__}.")
    numbers = list(values)
    if len(numbers) != count:
        raise ValueError(f"{name} has {len(numbers)} numbers: give {count}.")
    return [checked_number(number, least, most, name) for number in numbers]


def checked_policies(policies: Any, players: int, most: int, name: str) -> bytes:
    """Return the policies of all seats, one byte for each."""
    if type(policies) is not bytes:
        raise TypeError(f"{name} must be bytes, not {type(policies).__name__}.")
    if len(policies) != players:
        raise ValueError(f"{name} has {len(policies)} policies: give {players}, one for every seat.")
    if max(policies) > most:
        raise ValueError(f"{name} has the policy {max(policies)}: policies are numbered from 0 to {most}.")
    found: bytes = policies
    return found


def checked_weights(rows: Any, players: int, count: int) -> list[list[int]]:
    """Return the weights of all seats, one row for each."""
    if isinstance(rows, str | bytes) or not hasattr(rows, "__len__"):
        raise TypeError(f"the weights must be a list of rows, not {type(rows).__name__}.")
    if len(rows) != players:
        raise ValueError(f"there are {len(rows)} rows of weights: give {players}, one for every seat.")
    return [checked_numbers(row, count, -MOST_WEIGHT, MOST_WEIGHT, "a row of weights") for row in rows]
