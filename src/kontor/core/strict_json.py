"""Strict reading of JSON from outside: no duplicate names, no infinite numbers, limited depth, valid text."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, Final, NoReturn

MOST_DIGITS: Final = 18
LONGEST_NAME: Final = 40  # characters of a name that are quoted in a message
MOST_DEPTH: Final = 32


class InvalidJson(ValueError):
    """Raised for JSON that is not accepted; the text continues a sentence that begins with "the file"."""


def parse(text: str, depth: int = MOST_DEPTH) -> Any:
    """Return the content of a JSON text."""
    try:
        content = json.loads(
            text, object_pairs_hook=unique_fields, parse_int=whole, parse_float=finite, parse_constant=reject_constant
        )
    except RecursionError:
        raise InvalidJson("is nested too deeply") from None
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise InvalidJson(f"is not valid JSON: {problem.msg} at {place}") from None
    check_values(content, depth)
    return content


def check_values(content: object, depth: int) -> None:
    """Raise InvalidJson for values that are nested too deeply or contain invalid text."""
    layer: list[object] = [content]
    for _ in range(depth):
        if not all(is_text(value) for value in layer if isinstance(value, str)):
            raise InvalidJson("holds text with half a character or a null character")
        layer = [inner for value in layer for inner in inner_values(value)]
        if not layer:
            return
    raise InvalidJson(f"is nested more than {depth} deep")


def inner_values(value: object) -> Iterable[Any]:
    """Return the values inside a value, names included."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else ()


def is_text(value: str) -> bool:
    """Return whether a text can be stored: it has no lone surrogate and no null character."""
    try:
        return "\0" not in value and value.encode() is not None
    except UnicodeEncodeError:
        return False


def unique_fields(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object; raise InvalidJson if it names a field more than once."""
    content = dict(fields)
    if len(content) < len(fields):
        repeated = first_repeated(name for name, _ in fields)
        raise InvalidJson(f"names the field {repeated[:LONGEST_NAME]!r} more than once")
    return content


def first_repeated(names: Iterable[str]) -> str:
    """Return the first name that occurred before, in linear time."""
    seen = set[str]()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    raise ValueError("no name is repeated")


def whole(digits: str) -> int:
    """Return a whole number of limited size."""
    if len(digits) > MOST_DIGITS:
        raise InvalidJson(f"has a number of {len(digits)} digits")
    return int(digits)


def finite(digits: str) -> float:
    """Return a finite number."""
    value = float(digits)
    if not math.isfinite(value):
        raise InvalidJson("has a number that is too large")
    return value


def reject_constant(constant: str) -> NoReturn:
    """Raise InvalidJson for NaN and infinities, which are not JSON."""
    raise InvalidJson(f"has {constant}, which is no JSON value")
