"""Writes `vocabulary.json` and `components.json` in `web/fixtures`: what the client must name and draw.

Run it from the root of the repository: `.venv/bin/python web/tools/vocabulary.py`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kontor.core.registry import game_type, names
from kontor.games.hansa.formats import events as hansa_events
from kontor.games.hansa.formats import refusals as hansa_refusals
from kontor.games.hansa.rules import endings as hansa_endings
from kontor.games.teutonica.formats import events as teutonica_events
from kontor.games.teutonica.formats import refusals as teutonica_refusals
from kontor.games.teutonica.rules import endings as teutonica_endings

FIXTURES = Path(__file__).parent.parent / "fixtures"
SETUPS = {"teutonica": {"board": "hanse-2-3", "players": 3}, "hansa": {}}
EVENTS = {"teutonica": teutonica_events.FIELDS, "hansa": hansa_events.FIELDS}
ENDINGS = {"teutonica": teutonica_endings.ENDINGS, "hansa": hansa_endings.ENDINGS}
RULES: dict[str, Mapping[int, tuple[str, Any]]] = {
    "teutonica": teutonica_refusals.RULES,
    "hansa": hansa_refusals.RULES,
}


def vocabulary() -> dict[str, Any]:
    """Return the kinds of moves, the events, the endings and the rules of refusals of every game."""
    return {name: vocabulary_of(name) for name in SETUPS}


def vocabulary_of(name: str) -> dict[str, Any]:
    """Return the vocabulary of one game; a kind of move is its verb and the names of its fields."""
    game: Any = game_type(name).game(SETUPS[name])
    return {
        "moves": [[block.verb, *block.fields] for block in game.moves.blocks],
        "events": sorted({fields[0] for fields in EVENTS[name].values()}),
        "endings": [ending for ending in ENDINGS[name] if ending],
        "refusals": sorted({rule for rule, _ in RULES[name].values()}),
    }


def components() -> dict[str, Any]:
    """Return the tables of the rules that the client draws, by game."""
    return {name: game_type(name).describe()["components"] for name in names()}


if __name__ == "__main__":
    for file, content in (("vocabulary", vocabulary()), ("components", components())):
        text = json.dumps(content, indent=1, ensure_ascii=False) + "\n"
        (FIXTURES / f"{file}.json").write_text(text, encoding="utf-8")
