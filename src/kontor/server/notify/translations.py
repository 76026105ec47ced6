"""The texts of e-mails and of the pages they link to, one file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

LANGUAGES: Final = ("en", "de", "fr")
Catalogue = dict[str, dict[str, str]]


@cache
def catalogue(language: str) -> Catalogue:
    """Return all texts of a language."""
    file = files(__package__) / "texts" / f"{language}.toml"
    content: Catalogue = tomllib.loads(file.read_text(encoding="utf-8"))
    return content


def translated(language: str, part: str, name: str, values: Mapping[str, str]) -> str:
    """Return a text with its values filled in."""
    return catalogue(language)[part][name].strip("\n").format_map(values)
