"""Paths of pages on the site, and links between them."""

from __future__ import annotations

from pathlib import PurePosixPath
from posixpath import relpath

from docs_builder.games import case_ids, game_of_id, game_of_ledger

COPIED_SUFFIXES = frozenset({".svg", ".png", ".webp", ".js", ".css"})


def site_path(path: str) -> str:
    """Return the path on the site of a file of the repository; a rule ledger leads to its English rule page."""
    game = game_of_ledger(path)
    if game is not None:
        return rules_path(game, "en")
    if path.startswith("docs/") and PurePosixPath(path).suffix in {".md", *COPIED_SUFFIXES}:
        return path.removeprefix("docs/")
    return f"project/{path}" if path.endswith(".md") else f"source/{path}.md"


def rules_path(game: str, language: str) -> str:
    """Return the path of the rule page of a game in a language."""
    return f"rules/{language}/{game}.md"


def cases_path(game: str) -> str:
    """Return the path of the page of conformance cases of a game."""
    return f"rules/en/{game}-cases.md"


def path_of_id(id: str, language: str = "en") -> str:
    """Return the path of the page that has an id as an anchor; cases exist only in English."""
    return cases_path(game_of_id(id)) if id in case_ids() else rules_path(game_of_id(id), language)


def relative_link(page: str, target: str) -> str:
    """Return the link from one page of the site to another, empty within a page."""
    return "" if page == target else relpath(target, str(PurePosixPath(page).parent))
