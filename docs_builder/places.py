"""Where things stand on the site."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from posixpath import relpath

COPIED = frozenset({".svg", ".png", ".webp", ".js", ".css"})
LEDGER = re.compile(r"docs/rules/(teutonica|hansa)\.toml")


def place_of(path: str) -> str:
    """The path on the site of a file of the repository; a ledger is where its rules can be read."""
    if found := LEDGER.fullmatch(path):
        return place_of_rules(found[1], "en")
    if path.startswith("docs/") and PurePosixPath(path).suffix in {".md", *COPIED}:
        return path.removeprefix("docs/")
    return f"project/{path}" if path.endswith(".md") else f"source/{path}.md"


def place_of_rules(game: str, language: str) -> str:
    """The page of the rules of a game in a language."""
    return f"rules/{language}/{game}.md"


def place_of_cases(game: str) -> str:
    """The page of the conformance cases of a game."""
    return f"rules/en/{game}-cases.md"


def place_of_id(id: str, language: str = "en") -> str:
    """The page that has an id of the ledger as an anchor; all but cases are translated."""
    game = "hansa" if id.startswith(("H-", "A-", "T-")) else "teutonica"
    if id.startswith(("CC-", "T-")):
        return place_of_cases(game)
    return place_of_rules(game, language)


def link_between(page: str, place: str) -> str:
    """The link from one page of the site to another; nothing within a page."""
    return "" if page == place else relpath(place, str(PurePosixPath(page).parent))
