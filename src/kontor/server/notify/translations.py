"""The texts of notifications, e-mails and the pages they link to, one file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

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


class Facts(dict[str, str]):
    """The values of a text; one that is not known is left out."""

    def __missing__(self, key: str) -> str:
        """Return an empty text."""
        return ""


def event_text(language: str, event: str, facts: Mapping[str, Any]) -> tuple[str, str]:
    """Return the title and the text of an event; `kind` of its facts chooses among several texts."""
    texts = catalogue(language)
    part = texts.get(f"{event}-{facts.get('kind')}") or texts[event]
    values = Facts({name: str(value) for name, value in facts.items()})
    return part["title"].format_map(values).strip(), part["text"].format_map(values).strip()
