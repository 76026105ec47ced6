"""The parameters of the computer levels in a game, read from a data file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Set
from importlib.resources import files
from typing import Any


def load_level_options(package: str, inputs: Set[str]) -> dict[str, dict[str, int]]:
    """Load the parameters of every level for a setup; none if the game has no such file."""
    file = files(package) / "data" / "levels.toml"
    content = tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
    return {level: options_for(table, inputs) for level, table in content.items()}


def options_for(table: Mapping[str, Any], inputs: Set[str]) -> dict[str, int]:
    """Return the parameters of a level; sections such as `players=2` change some of them, the last one counts."""
    options = {name: value for name, value in table.items() if not isinstance(value, Mapping)}
    for name, section in table.items():
        if isinstance(section, Mapping) and name in inputs:
            options |= section
    return options
