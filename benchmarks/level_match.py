"""Plays neighbouring levels against each other on every board family, and prints the games won as a table.

    python benchmarks/level_match.py --pair medium,easy --games 60
    python benchmarks/level_match.py --pair expert,hard --games 16 --divide 16 --family hanse-4-5
    python benchmarks/level_match.py --table

Each level has half of the seats; with three players, two and one in turn. The time of `expert` is processor time, so
other programs hardly disturb a match, and it is divided by `--divide`. Every game is a line of
benchmarks/results/level-match.jsonl, so an interrupted run can be called again; delete it when the levels change.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import cache, partial
from multiprocessing import get_context
from typing import Any

from common import RESULTS
from reference_match import Timed
from tqdm import tqdm

from kontor.agents.catalog import agent
from kontor.agents.search import Search
from kontor.arena.play import play
from kontor.arena.ratings import interval
from kontor.arena.seating import rounded_games, seating
from kontor.core import registry
from kontor.core.agent import Agent
from kontor.core.seeds import game_seed

FILE = RESULTS / "level-match.jsonl"
PAIRS = ("expert,hard", "hard,medium", "medium,easy", "easy,beginner")
FAMILIES: dict[str, dict[str, Any]] = {
    "hanse-4-5": {"game": "teutonica", "board": "hanse-4-5", "players": 4},
    "hanse-2-3": {"game": "teutonica", "board": "hanse-2-3", "players": 3},
    "east-3-5": {"game": "teutonica", "board": "east-3-5", "players": 4},
    "britannia-4-5": {"game": "teutonica", "board": "britannia-4-5", "players": 4},
    "britannia-2-3": {"game": "teutonica", "board": "britannia-2-3", "players": 3},
    "pawn": {"game": "teutonica", "edition": "first", "players": 2},
    "neutral": {"game": "teutonica", "edition": "second", "players": 2},
    "hansa-2": {"game": "hansa", "players": 2},
    "hansa-4": {"game": "hansa", "players": 4},
}
MOST_TURNS = 1000


@cache
def player(level: str, divide: float) -> Agent:
    """Return a level; if it has a time, that is processor time of one core and divided."""
    made = agent(level)
    if isinstance(made, Search) and made.budget.seconds is not None:
        return Timed(made, round(1000 * made.budget.seconds / divide))
    return made


def play_number(match: dict[str, Any], number: int) -> dict[str, Any]:
    """Play one game and return the share of its win that the stronger level has."""
    game, levels = registry.game(FAMILIES[match["family"]]), match["pair"].split(",")
    seats = seating(levels, game.players, number)
    players = [player(level, match["divide"]) for level in seats]
    played = play(game, players, game_seed(match["seed"], number), MOST_TURNS)
    winners = game.scores(played.position).winners
    won = sum(seats[seat] == levels[0] for seat in winners) / len(winners)
    return {**match, "number": number, "won": won, "ended": not played.capped}


def results() -> list[dict[str, Any]]:
    """Return all games that have been played."""
    return [json.loads(line) for line in FILE.read_text().splitlines()] if FILE.exists() else []


def missing(match: dict[str, Any], games: int) -> list[int]:
    """Return the numbers of the games that have not been played; every level has every seat equally often."""
    known = {each["number"] for each in results() if match.items() <= each.items()}
    wanted = rounded_games(games, match["pair"].split(","), FAMILIES[match["family"]]["players"])
    return [number for number in range(wanted) if number not in known]


def cell(found: Sequence[dict[str, Any]]) -> str:
    """Return the games won by the stronger level, their share and its interval."""
    if not found:
        return "–"
    won, games = sum(each["won"] for each in found), len(found)
    low, high = interval(won, games)
    return f"{won:.1f}".removesuffix(".0") + f" of {games}: {won / games:.0%} ({100 * low:.0f}–{100 * high:.0f})"


def table() -> str:
    """Return the table of all families and pairs."""
    head = ["| | " + " | ".join(pair.replace(",", "-") for pair in PAIRS) + " |", "|---" * (len(PAIRS) + 1) + "|"]
    return "\n".join([*head, *rows()])


def rows() -> Iterator[str]:
    """Yield the row of every family."""
    played = results()
    for family in FAMILIES:
        of_family = [each for each in played if each["family"] == family]
        cells = [cell([each for each in of_family if each["pair"] == pair]) for pair in PAIRS]
        yield f"| **{family}** | " + " | ".join(cells) + " |"


def arguments() -> argparse.Namespace:
    """Return the arguments of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pair", choices=PAIRS, default=PAIRS[-1])
    parser.add_argument("--family", action="append", choices=FAMILIES, help="one family; all unless given")
    parser.add_argument("--games", type=int, default=60, help="rounded up so that all seats are used equally")
    parser.add_argument("--divide", type=float, default=32)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--table", action="store_true", help="play nothing, print the table")
    return parser.parse_args()


def main() -> None:
    """Play what is missing and print the table."""
    chosen = arguments()
    FILE.parent.mkdir(exist_ok=True)
    for family in [] if chosen.table else chosen.family or FAMILIES:
        match = {"family": family, "pair": chosen.pair, "divide": chosen.divide, "seed": chosen.seed}
        numbers = missing(match, chosen.games)
        with get_context("spawn").Pool(chosen.jobs) as pool, FILE.open("a") as file:
            for each in tqdm(pool.imap_unordered(partial(play_number, match), numbers), family, len(numbers)):
                print(json.dumps(each), file=file, flush=True)
    print(table())


if __name__ == "__main__":
    main()
