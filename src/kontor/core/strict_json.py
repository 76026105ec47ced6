"""JSON from outside, strictly read: nothing said twice, nothing endless, nothing that cannot be written again."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from typing import Any, Final, NoReturn

MOST_DIGITS: Final = 18
LONGEST_NAME: Final = 40  # characters of a name that stand in a sentence
DEEPEST: Final = 32


class Unreadable(ValueError):
    """A text cannot be read; what it says goes on where "the file" or "the body" began a sentence."""


def parse(text: str, deepest: int = DEEPEST) -> Any:
    """The content of a JSON text."""
    try:
        content = json.loads(
            text, object_pairs_hook=named_once, parse_int=whole, parse_float=finite, parse_constant=no_number
        )
    except RecursionError:
        raise Unreadable("is nested too deeply") from None
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise Unreadable(f"is not valid JSON: {problem.msg} at {place}") from None
    check_inside(content, deepest)
    return content


def check_inside(content: object, deepest: int) -> None:
    """Refuse values that are properly written but nested too deeply, or with half a character."""
    layer: list[object] = [content]
    for _ in range(deepest):
        if not all(is_text(value) for value in layer if isinstance(value, str)):
            raise Unreadable("holds text with half a character or a null character")
        layer = [inner for value in layer for inner in inside(value)]
        if not layer:
            return
    raise Unreadable(f"is nested more than {deepest} deep")


def inside(value: object) -> Iterable[Any]:
    """The values a value holds, names included."""
    if isinstance(value, dict):
        return [*value, *value.values()]
    return value if isinstance(value, list) else ()


def is_text(value: str) -> bool:
    """Whether a text can be written down: no lone surrogate and no null character."""
    try:
        return "\0" not in value and value.encode() is not None
    except UnicodeEncodeError:
        return False


def named_once(fields: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object that names every field once."""
    content = dict(fields)
    if len(content) < len(fields):
        twice = first_repeated(name for name, _ in fields)
        raise Unreadable(f"names the field {twice[:LONGEST_NAME]!r} more than once")
    return content


def first_repeated(names: Iterable[str]) -> str:
    """Return the first name that occurred before, looking at each name once."""
    seen = set[str]()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    raise ValueError("no name is repeated")


def whole(digits: str) -> int:
    """A whole number of a sensible size."""
    if len(digits) > MOST_DIGITS:
        raise Unreadable(f"has a number of {len(digits)} digits")
    return int(digits)


def finite(digits: str) -> float:
    """A number that is not too large to be one."""
    value = float(digits)
    if not math.isfinite(value):
        raise Unreadable("has a number that is too large")
    return value


def no_number(word: str) -> NoReturn:
    """Refuse NaN and infinities, which are no JSON."""
    raise Unreadable(f"has {word}, which is no JSON value")
