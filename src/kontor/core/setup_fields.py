"""Checks of the fields of a setup that all games share; each raises SetupError with one sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kontor.core.suggestions import did_you_mean
from kontor.core.values import SetupError
from kontor.kernel.runtime.errors import shown


def one_of(value: object, allowed: Sequence[Any], field: str) -> None:
    """Raise SetupError unless a value is one of the allowed ones."""
    if not any(type(value) is type(other) and value == other for other in allowed):
        choices = [str(other) for other in allowed]
        hint = did_you_mean(value, choices)
        raise SetupError(f"setup: {field} {shown(value)} is unknown; it may be {', '.join(choices)}.{hint}")


def chosen_modules(chosen: object, allowed: Sequence[str]) -> list[str]:
    """Return the modules of a setup after checking that each is known and named once."""
    if not isinstance(chosen, list):
        raise SetupError("setup: 'modules' must be a list of module names.")
    for module in chosen:
        one_of(module, allowed, "module")
    if len(set(chosen)) < len(chosen):
        raise SetupError("setup: 'modules' names a module twice.")
    return list(chosen)


def chosen_switches(chosen: object) -> Mapping[str, Any]:
    """Return the switches of a setup; their names and values are not checked."""
    if not isinstance(chosen, Mapping):
        raise SetupError("setup: 'switches' must be an object of switch names and values.")
    return chosen
