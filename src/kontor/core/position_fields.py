"""Checks of the fields of a position as data; each raises PositionError with one sentence that names the field."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NoReturn

from kontor.core.suggestions import did_you_mean
from kontor.kernel.runtime.errors import PositionError, shown


def refuse(field: str, claim: str, rule: str = "", hint: str = "") -> NoReturn:
    """Raise PositionError with one sentence that names the field and the rule, and a hint after it."""
    raise PositionError(f"position: '{field}' {claim}{f' [{rule}]' if rule else ''}.{hint}")


def known_field(field: object, fields: Iterable[str]) -> None:
    """Reject a field that positions do not have."""
    known = list(fields)
    if field not in known:
        refuse(shown(field)[1:-1], "is no field of a position", hint=did_you_mean(field, known))


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number; true and false are not."""
    return isinstance(value, int) and not isinstance(value, bool)


def whole(value: Any, least: int, most: int, field: str) -> int:
    """Return a whole number within bounds."""
    if not is_whole(value) or not least <= value <= most:
        refuse(field, f"must have a whole number from {least} to {most}, not {shown(value)}")
    number: int = value
    return number


def truth(value: object, field: str) -> bool:
    """Return true or false."""
    if not isinstance(value, bool):
        refuse(field, f"must be true or false, not {shown(value)}")
    return value


def entries(value: object, field: str) -> Mapping[str, Any]:
    """Return an object whose keys are strings."""
    if not isinstance(value, Mapping):
        refuse(field, f"must have an object, not {shown(value)}")
    if not all(isinstance(key, str) for key in value):
        refuse(field, "must have an object whose keys are strings")
    return value


def listed(value: object, most: int, field: str) -> Sequence[Any]:
    """Return a list of at most `most` items."""
    if not isinstance(value, list | tuple):
        refuse(field, f"must have a list, not {shown(value)}")
    if len(value) > most:
        refuse(field, f"has a list of {len(value)} items, but at most {most} are possible")
    return value


def number_of(value: object, ids: Sequence[str], field: str, what: str) -> int:
    """Return the index of an id."""
    if not isinstance(value, str) or value not in ids:
        refuse(field, f"names {shown(value)}, which is no {what} here", hint=did_you_mean(value, ids))
    return ids.index(value)
