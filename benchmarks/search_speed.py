"""Compares the tree search of this source tree with that of an older one, in turns, on the same processor.

    git worktree add --detach ../before COMMIT    # then compile its kernels
    python benchmarks/search_speed.py ../before

Both search the same positions with the same seeds, options and numbers of simulations. Every round searches first
with one tree and then with the other; the ratio is that of the best rounds by processor time, which other programs on
the machine disturb least. A ratio above 1 means that this tree is faster. `equal` says whether both visited the same
turns equally often and expect the same chances.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import ROOT, machine

from kontor.agents.search import SearchOptions
from kontor.core import registry
from kontor.core.agent import chance_move
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

SETUPS: dict[str, dict[str, Any]] = {
    "hanse-4-5, 4 players": {"game": "teutonica", "board": "hanse-4-5", "players": 4},
    "hanse-2-3, 3 players": {"game": "teutonica", "board": "hanse-2-3", "players": 3},
    "east-3-5, 4 players": {"game": "teutonica", "board": "east-3-5", "players": 4},
    "britannia-4-5, 4 players": {"game": "teutonica", "board": "britannia-4-5", "players": 4},
    "britannia-2-3, 3 players": {"game": "teutonica", "board": "britannia-2-3", "players": 3},
    "two players, pawn": {"game": "teutonica", "edition": "first", "players": 2, "modules": ["two-player-pawn"]},
    "two players, neutral": {"game": "teutonica", "players": 2, "modules": ["two-player-neutral"]},
    "Hansa, 2 players": {"game": "hansa", "players": 2},
    "Hansa, 4 players": {"game": "hansa", "players": 4},
}
SEEDS = (1, 2)  # of the games from which the positions are taken
FIRST_TURN = 3
TURNS = 12  # between two positions of a game
BEAM_WIDTH = 4  # of the plans with which these games are played


def positions(game: Any) -> Iterator[bytearray]:
    """Yield a position in which a seat decides for every few turns of some planned games."""
    for seed in SEEDS:
        position, generator, due = game.start(), Generator(seed), FIRST_TURN
        while game.to_move(position) != GAME_OVER:
            if game.to_move(position) == CHANCE:
                game.advance(position, chance_move(game, position, generator))
                continue
            if game.turn(position) >= due:
                yield position[:]
                due += TURNS
            game.advance(position, game.plans(position, "balanced", BEAM_WIDTH, 1)[0][0])


def search(game: Any, position: bytearray, simulations: int) -> tuple[int, float]:
    """Return a digest of the results of one search, and the processor time of its simulations."""
    options = SearchOptions(**game.search_options).row()
    tree = game.tree(position, "balanced", 1, options)
    busy = time.process_time()
    tree.run_simulations(simulations)
    busy = time.process_time() - busy
    return hash((tuple(tree.choices()), tuple(tree.chances()), tree.size())), busy


def serve(simulations: int) -> None:
    """Answer every line, which names a setup, with the speed of one round and a digest of its results."""
    known: dict[str, tuple[Any, list[bytearray]]] = {}
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in known:
            game = registry.game(SETUPS[name])
            known[name] = game, list(positions(game))
        game, found = known[name]
        searches = [search(game, position, simulations) for position in found]
        speed = simulations * len(found) / sum(busy for _, busy in searches)
        print(speed, hash(tuple(digest for digest, _ in searches)), flush=True)


class Tree:
    """A process that searches with one source tree."""

    def __init__(self, root: Path, simulations: int) -> None:
        call = [sys.executable, "-P", __file__, "--serve", str(simulations)]
        paths = f"{root / 'src'}:{ROOT / 'benchmarks'}"
        self.process = subprocess.Popen(
            call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": paths}
        )

    def ask(self, setup: str) -> tuple[float, str]:
        """Return the simulations per second of processor time in one round, and a digest of its results."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(setup, file=self.process.stdin, flush=True)
        speed, digest = self.process.stdout.readline().split()
        return float(speed), digest


def main() -> None:
    """Compare two trees and print the ratio for every setup."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the root of the older source tree")
    parser.add_argument("--simulations", type=int, default=100, help="from every position")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--setup", choices=SETUPS, action="append", help="only this setup; may be repeated")
    chosen = parser.parse_args()
    trees = [Tree(root.resolve(), chosen.simulations) for root in (chosen.before, ROOT)]
    print(f"{machine()}; best of {chosen.rounds} rounds of {chosen.simulations} simulations from every position")
    for setup in chosen.setup or SETUPS:
        rounds = [[tree.ask(setup) for tree in trees] for _ in range(chosen.rounds)]
        before, after = (max(speed for speed, _ in answers) for answers in zip(*rounds, strict=True))
        equal = "equal" if len({digest for answers in rounds for _, digest in answers}) == 1 else "DIFFERENT"
        speeds = f"before {before:>7,.0f}  after {after:>7,.0f} simulations/s  ratio {after / before:.2f}"
        print(f"{setup:24} {speeds}  {equal}")
    for tree in trees:
        tree.process.kill()


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(int(sys.argv[-1]))
    else:
        main()
