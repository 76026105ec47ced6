"""The games that have rule pages, and the ids of their rules, as their presentations declare them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kontor.core import registry
from kontor.core.presentation import Presentation

RULES_FOLDER = "docs/rules"

Entry = dict[str, Any]


@cache
def games_with_rules() -> dict[str, Presentation]:
    """Return the presentation of every game that has a rule ledger, by the name of the game."""
    found = {name: registry.game_type(name).presentation for name in registry.names()}
    return {name: presentation for name, presentation in found.items() if presentation.rule_ledger}


@cache
def id_pattern() -> re.Pattern[str]:
    """Return the pattern of an id of any ledger."""
    patterns = [presentation.rule_id_pattern for presentation in games_with_rules().values()]
    return re.compile(rf"\b(?:{'|'.join(patterns)})")


@cache
def read_toml(path: Path) -> Entry:
    """Return the content of a TOML file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def ledger_of(root: Path, game: str) -> Entry:
    """Return the rule ledger of a game."""
    return read_toml(root / RULES_FOLDER / str(games_with_rules()[game].rule_ledger))


def translation_of(root: Path, game: str, language: str) -> Entry:
    """Return the translated texts of a rule ledger."""
    return read_toml(root / RULES_FOLDER / language / str(games_with_rules()[game].rule_ledger))


def game_of_ledger(path: str) -> str | None:
    """Return the game whose rule ledger a file of the repository is."""
    ledgers = {f"{RULES_FOLDER}/{each.rule_ledger}": name for name, each in games_with_rules().items()}
    return ledgers.get(path)


def game_of_id(id: str) -> str:
    """Return the game whose ledger has an id."""
    games = games_with_rules().items()
    return next(name for name, each in games if re.match(each.rule_id_pattern, id))


@cache
def case_ids(root: Path) -> frozenset[str]:
    """Return the ids of the conformance cases of all games."""
    return frozenset(case["id"] for game in games_with_rules() for case in ledger_of(root, game)["case"])
