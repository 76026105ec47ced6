"""Counts whether games between computer players end: all levels, all setups of both games, any number of games.

    python benchmarks/endings.py --games 20000 --jobs 2

Every game is a line of build/endings.jsonl, so an interrupted run can be called again. Searching players make
eight simulations for a decision. A game that lasts longer than 400 rounds is counted as one that does not end.
"""

from __future__ import annotations

import argparse
import json
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from common import ROOT, machine

from kontor.agents.catalog import agent
from kontor.agents.greedy import round_number
from kontor.agents.levels import LEVELS
from kontor.arena.play import play
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.seeds import game_seed

FILE = ROOT / "build" / "endings.jsonl"
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


def results() -> list[dict[str, Any]]:
    """Return the games that have been played."""
    lines = FILE.read_text().splitlines() if FILE.exists() else []
    return [json.loads(line) for line in lines]


def missing(games: int) -> Iterator[int]:
    """Yield the numbers of the games that have not been played."""
    known = {each["number"] for each in results()}
    return (number for number in range(games) if number not in known)


def report() -> str:
    """Return how many games of every lineup ended, and the longest."""
    found = results()
    counts = Counter((each["lineup"], each["ended"] is not None) for each in found)
    rows = [
        f"| {lineup} | {counts[lineup, True]} | {counts[lineup, False]} |"
        for lineup in dict.fromkeys(each["lineup"] for each in found)
    ]
    longest = max((each["rounds"] for each in found), default=0)
    head = "| players | ended | not ended |\n|---|---|---|"
    return "\n".join([f"{machine()}; {len(found)} games, the longest in round {longest}", head, *rows])


def main() -> None:
    """Play what is missing and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    chosen = parser.parse_args()
    FILE.parent.mkdir(exist_ok=True)
    with get_context("spawn").Pool(chosen.jobs) as pool, Path(FILE).open("a") as file:
        for each in pool.imap_unordered(play_number, missing(chosen.games)):
            print(json.dumps(each), file=file, flush=True)
    print(report())


if __name__ == "__main__":
    main()
