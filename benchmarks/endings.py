"""Counts whether games between computer players end: all levels, all setups of both games, any number of games.

    python benchmarks/endings.py --games 20000 --jobs 2

Every part of 500 games is a line of benchmarks/results/endings.jsonl, so an interrupted run can be called again;
delete the file when the players change. Searching players make eight simulations for a decision. A game that lasts
longer than 400 rounds is counted as one that does not end.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterable
from functools import cache
from multiprocessing import get_context
from typing import Any

from common import RESULTS, machine
from tqdm import tqdm

from kontor.agents.catalog import agent
from kontor.agents.greedy import round_number
from kontor.agents.levels import LEVELS
from kontor.arena.play import play
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.seeds import game_seed

FILE = RESULTS / "endings.jsonl"
PART = 500  # games
BUDGET = Budget(playouts=8)
MOST_ROUNDS = 400
LINEUPS = (*([level] for level in LEVELS), [*LEVELS])  # one level in all seats, and all levels in turn
SEED = 1


@cache
def setups() -> list[dict[str, Any]]:
    """Return every setup of both games."""
    return [dict(setup) for name in registry.names() for setup in registry.game_type(name).configurations()]


def play_number(number: int) -> dict[str, Any]:
    """Play the game of a number and return how it ended."""
    names = LINEUPS[number // len(setups()) % len(LINEUPS)]
    game = registry.game(setups()[number % len(setups())])
    seated = [agent(names[(number + seat) % len(names)]) for seat in range(game.players)]
    played = play(game, seated, game_seed(SEED, number), MOST_ROUNDS * game.players, BUDGET)
    rounds = round_number(game, played.position)
    ended = None if played.capped else game.ended_by(played.position)
    return {"number": number, "lineup": ",".join(names), "rounds": rounds, "ended": ended}


def summary(first: int, games: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Return how the games of a part ended."""
    played = list(games)
    return {
        "first": first,
        "ended": Counter(game["lineup"] for game in played if game["ended"] is not None),
        "not_ended": [game for game in played if game["ended"] is None],
        "longest": max(game["rounds"] for game in played),
    }


def results() -> list[dict[str, Any]]:
    """Return the parts that have been played."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return [json.loads(line) for line in lines]


def missing(games: int) -> list[int]:
    """Return the first games of the parts that have not been played."""
    known = {part["first"] for part in results()}
    return [first for first in range(0, games, PART) if first not in known]


def report() -> str:
    """Return how many games of every lineup ended, and the longest."""
    parts = results()
    ended = sum((Counter(part["ended"]) for part in parts), Counter[str]())
    not_ended = Counter(game["lineup"] for part in parts for game in part["not_ended"])
    names = [",".join(names) for names in LINEUPS]
    rows = [f"| {name} | {ended[name]} | {not_ended[name]} |" for name in names]
    longest = max((part["longest"] for part in parts), default=0)
    head = "| players | ended | not ended |\n|---|---|---|"
    return "\n".join([f"{machine()}; {len(parts) * PART} games, the longest in round {longest}", head, *rows])


def main() -> None:
    """Play what is missing and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    FILE.parent.mkdir(exist_ok=True)
    parts = missing(chosen.games)
    with get_context("spawn").Pool(chosen.jobs) as pool, FILE.open("a") as file:
        for first in parts:
            played = pool.imap_unordered(play_number, range(first, first + PART))
            title = f"part {parts.index(first) + 1} of {len(parts)}"
            print(json.dumps(summary(first, tqdm(played, title, PART, unit="game"))), file=file, flush=True)
    print(report())


if __name__ == "__main__":
    main()
