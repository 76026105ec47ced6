"""Plays `search` against the search of 2026-11-16 with equal processor time, and reports the games won.

    python benchmarks/reference_match.py --ms 300 --games 400 --setup "hanse-4-5, 4 players"
    python benchmarks/reference_match.py --ms 300 --games 200 --seats 1 --agent expert
    python benchmarks/reference_match.py --table

Each side has half of the seats, with an odd number of players alternately one more; `--seats 1` puts one new player
among old ones. The reference runs on the present kernel, which makes about four times the simulations of that day;
`--reference-ms` gives it another time. Every game is a line of benchmarks/results/reference-match.jsonl, so an
interrupted run can be called again; delete the file when the search changes. Processor time is measured, so other
programs hardly disturb a match. *Share* is that of games won, less what the seats would win with equal strength, plus
one half; with one seat, it is the share of games won. Intervals have 95 %.
"""

from __future__ import annotations

import argparse
import json
import os
import time
from collections.abc import Sequence
from functools import partial
from multiprocessing import get_context
from statistics import fmean, stdev
from typing import Any

from common import RESULTS, machine
from search_reference import SearchReference
from search_speed import SETUPS
from tqdm import tqdm

from kontor.agents.levels import expert
from kontor.agents.search import Search
from kontor.arena.play import play
from kontor.core import registry
from kontor.core.agent import Agent, Budget
from kontor.core.seeds import game_seed
from kontor.kernel.generator import Generator

FILE = RESULTS / "reference-match.jsonl"
MATCH = ("setup", "agent", "ms", "reference_ms", "seats", "seed")  # what distinguishes a match from others
HEADING = "| setup | player | ms | reference ms | seed | games | won | share | interval |\n" + "|---" * 9 + "|"
MOST_TURNS = 1000
AGENTS = {"search": Search, "expert": expert}


class Timed:
    """A search whose budget is processor time."""

    def __init__(self, search: Search, milliseconds: int) -> None:
        search.clock = time.process_time
        self.search = search
        self.budget = Budget(seconds=milliseconds / 1000)

    def choose(self, game: Any, view: bytearray, budget: Budget, generator: Generator) -> int:
        """Return the move of the search."""
        return self.search.choose(game, view, self.budget, generator)


def new_seats(number: int, players: int, seats: int | None) -> list[int]:
    """Return the seats of the new player in a game."""
    if seats is not None:
        return [(number + n) % players for n in range(seats)]
    return [seat for seat in range(players) if (seat + number) % 2 == 0]


def play_number(chosen: argparse.Namespace, number: int) -> dict[str, Any]:
    """Play one game and return its result; a game that does not end is won by nobody."""
    game = registry.game(SETUPS[chosen.setup])
    seats = new_seats(number, game.players, chosen.seats)
    agents: list[Agent] = [
        Timed(AGENTS[chosen.agent]("balanced"), chosen.ms)
        if seat in seats
        else Timed(SearchReference(), chosen.reference_ms or chosen.ms)
        for seat in range(game.players)
    ]
    played = play(game, agents, game_seed(chosen.seed, number), MOST_TURNS)
    winners = [] if played.capped else list(game.scores(played.position).winners)
    totals = [score.total for score in game.scores(played.position).scores]
    won = sum(seat in seats for seat in winners) / len(winners) if winners else 0.0
    return {**match_of(chosen), "number": number, "won": won, "expected": len(seats) / game.players, "totals": totals}


def match_of(chosen: argparse.Namespace) -> dict[str, Any]:
    """Return what distinguishes a match from others."""
    return {name: getattr(chosen, name) for name in MATCH}


def results() -> list[dict[str, Any]]:
    """Return all games that have been played."""
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def missing(chosen: argparse.Namespace) -> list[int]:
    """Return the numbers of the games that have not been played."""
    wanted = match_of(chosen)
    known = {each["number"] for each in results() if wanted.items() <= each.items()}
    return [number for number in range(chosen.games) if number not in known]


def table() -> str:
    """Return all matches as a table."""
    matches: dict[tuple[Any, ...], list[dict[str, Any]]] = {}
    for each in results():
        matches.setdefault(tuple(each[name] for name in MATCH), []).append(each)
    return "\n".join([HEADING, *map(row, matches.values())])


def row(games: Sequence[dict[str, Any]]) -> str:
    """Return the result of a match as a row of a table."""
    setup, player, ms, reference_ms, seats, seed = (games[0][name] for name in MATCH)
    even = 0.5 if seats is None else games[0]["expected"]
    shares = [each["won"] - each["expected"] + even for each in games]
    mean, error = fmean(shares), 1.96 * stdev(shares) / len(shares) ** 0.5 if len(shares) > 1 else 1.0
    interval = f"{100 * (mean - error):.1f}–{100 * (mean + error):.1f} %"
    won = f"{sum(each['won'] for each in games):.1f}".removesuffix(".0")
    return (
        f"| {setup} | {player} | {ms} | {reference_ms or ms} | {seed} | {len(games)} | {won} | {100 * mean:.1f} % "
        f"| {interval} |"
    )


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--setup", choices=SETUPS, default=next(iter(SETUPS)))
    parser.add_argument("--agent", choices=AGENTS, default="search")
    parser.add_argument("--ms", type=int, default=100, help="processor time for a decision in milliseconds")
    parser.add_argument("--reference-ms", type=int, help="that of the reference, if it is another")
    parser.add_argument("--seats", type=int, help="seats of the new player; half of them unless given")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--table", action="store_true", help="play nothing, print all matches")
    return parser.parse_args()


def play_missing(chosen: argparse.Namespace) -> None:
    """Play the games of a match that have not been played."""
    FILE.parent.mkdir(exist_ok=True)
    numbers = missing(chosen)
    with get_context("spawn").Pool(chosen.jobs) as pool, FILE.open("a") as file:
        played = pool.imap_unordered(partial(play_number, chosen), numbers)
        for each in tqdm(played, total=len(numbers), unit="game"):
            print(json.dumps(each), file=file, flush=True)


def main() -> None:
    """Play what is missing, unless only the results are wanted, and print all matches."""
    chosen = arguments()
    if not chosen.table:
        play_missing(chosen)
    print(machine(), table(), sep="\n")


if __name__ == "__main__":
    main()
