"""The games that have rule pages, and the ids of their rules, as their presentations declare them."""

from __future__ import annotations

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from kontor.core import registry
from kontor.core.presentation import Presentation
from kontor.core.rule_ledger import ENGLISH, read_ledger

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


@cache
def ledger_of(game: str, language: str = ENGLISH) -> Entry:
    """Return the rule ledger of a game, or the translated texts of its entries."""
    folder = games_with_rules()[game].rule_ledger
    assert folder is not None
    return read_ledger(folder, language)


def game_of_ledger(path: str) -> str | None:
    """Return the game whose rule ledger a file of the repository is."""
    ledgers = {name: Path(str(each.rule_ledger), "en.toml") for name, each in games_with_rules().items()}
    return next((name for name, ledger in ledgers.items() if ledger.as_posix().endswith(f"/{path}")), None)


def game_of_id(id: str) -> str:
    """Return the game whose ledger has an id."""
    games = games_with_rules().items()
    return next(name for name, each in games if re.match(each.rule_id_pattern, id))


@cache
def case_ids() -> frozenset[str]:
    """Return the ids of the conformance cases of all games."""
    return frozenset(case["id"] for game in games_with_rules() for case in ledger_of(game)["case"])
