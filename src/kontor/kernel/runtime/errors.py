"""Errors that kernels raise, and the quoting of wrong values in their texts."""

from __future__ import annotations

import json
from collections.abc import Mapping

LONGEST = 60  # characters of a wrong value that are quoted


class PositionError(ValueError):
    """Raised for a position that cannot exist; the text is one sentence that names the field."""


def shown(value: object) -> str:
    """Return a wrong value as text of at most LONGEST characters; null, true and false as in JSON."""
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return "an object"
    if isinstance(value, list | tuple):
        return "a list"
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    return clipped(repr(value))


def clipped(text: str) -> str:
    """Return a quoted text shortened to LONGEST characters, with its last one kept."""
    return text if len(text) <= LONGEST else text[: LONGEST - 2] + "…" + text[-1]
