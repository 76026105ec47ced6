"""Protects the results of the reference search: faster code must find the same turns, visits and chances.

`python -m tests.agents.test_search_results` records the results again, for changes that are meant to alter them.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.search_reference import reference_tree
from kontor.core import registry
from kontor.core.values import Setup
from tests.agents.games import SETUPS, in_turn

FILE = Path(__file__).with_name("search_results.json")
MISSIONS: Setup = {"game": "teutonica", "modules": ["mission-cards"]}
FAVOURS: Setup = {"game": "teutonica", "players": 3, "modules": ["emperors-favour"]}
SEED = 5
SHORT = {"turn": 9, "simulations": 6, "options": {"beam_at_root": 1}}  # for the interpreted kernel, too
LONG = {"turn": 30, "simulations": 150, "options": {}}


def result(case: dict[str, Any], kernel: str | None) -> dict[str, Any]:
    """Return the choices, the chances and the size of the tree of a search."""
    game = registry.game(case["setup"], kernel)
    position = in_turn(registry.game(case["setup"]), case["turn"])
    tree = reference_tree(game, game.view(position, game.to_move(position)), SEED, **case["options"])
    tree.run_simulations(case["simulations"])
    return {"choices": [list(row) for row in tree.choices()], "chances": tree.chances(), "size": list(tree.size())}


def cases() -> list[dict[str, Any]]:
    """Return the recorded searches."""
    found: list[dict[str, Any]] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def title(case: dict[str, Any]) -> str:
    """Return the name of a case."""
    return "-".join([*map(str, case["setup"].values()), str(case["simulations"])])


@pytest.mark.parametrize("case", cases(), ids=title)
def test_a_search_finds_what_was_recorded(case: dict[str, Any]) -> None:
    assert result(case, None) == case["result"]


@pytest.mark.parametrize("case", [case for case in cases() if case["simulations"] <= 6], ids=title)
def test_the_interpreted_kernel_finds_what_was_recorded(case: dict[str, Any]) -> None:
    assert result(case, "interpreted") == case["result"]


def record() -> None:
    """Write the results of the present search to the file."""
    searches = [{"setup": setup, **kind} for setup in [*SETUPS, MISSIONS, FAVOURS] for kind in (SHORT, LONG)]
    rows = [json.dumps({**case, "result": result(case, None)}) for case in searches]
    FILE.write_text("[\n" + ",\n".join(rows) + "\n]\n", encoding="utf-8")


if __name__ == "__main__":
    record()
