"""Compares the batch environment of this source tree with that of an older one, in turns, on the same processor.

    git worktree add --detach ../before COMMIT    # then compile its kernels
    python benchmarks/batch_ratio.py ../before

Both play the same games. Every round steps first one tree and then the other; the ratio is that of the best rounds by
processor time, which other programs on the machine disturb least. A ratio above 1 means that this tree is faster.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

from batch import SETUPS, run
from common import ROOT, machine

from kontor.envs.batch import BatchEnvironment

WARM_UP = 300


class Tree:
    """A process that steps batches of one source tree."""

    def __init__(self, root: Path, games: int, steps: int) -> None:
        call = [sys.executable, "-P", __file__, "--serve", str(games), str(steps)]
        paths = f"{root / 'src'}:{ROOT / 'benchmarks'}"
        self.process = subprocess.Popen(
            call, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env={"PYTHONPATH": paths}
        )

    def ask(self, setup: str) -> float:
        """Return the steps per second of processor time in one round."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(setup, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())


def serve(games: int, steps: int) -> None:
    """Answer every line, which names a setup, with the speed of one round."""
    batches: dict[str, BatchEnvironment] = {}
    for line in sys.stdin:
        name = line.rstrip("\n")
        if name not in batches:
            batches[name] = BatchEnvironment(SETUPS[name], games, 1, advisor="light")
            run(batches[name], WARM_UP)
        busy = time.process_time()
        run(batches[name], steps)
        print(games * steps / (time.process_time() - busy), flush=True)


def main() -> None:
    """Compare two trees and print the ratio for every setup."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path, help="the root of the older source tree")
    parser.add_argument("--games", type=int, default=1024)
    parser.add_argument("--steps", type=int, default=40, help="of every game in a round")
    parser.add_argument("--rounds", type=int, default=25)
    chosen = parser.parse_args()
    trees = [Tree(root.resolve(), chosen.games, chosen.steps) for root in (chosen.before, ROOT)]
    print(f"{machine()}; light, {chosen.games} games, best of {chosen.rounds} rounds of {chosen.steps} steps")
    for setup in SETUPS:
        rounds = [[tree.ask(setup) for tree in trees] for _ in range(chosen.rounds)]
        before, after = (max(speeds) for speeds in zip(*rounds, strict=True))
        print(f"{setup:32} before {before:>9,.0f}  after {after:>9,.0f} steps/s  ratio {after / before:.2f}")
    for tree in trees:
        tree.process.kill()


if __name__ == "__main__":
    if "--serve" in sys.argv:
        serve(*(int(word) for word in sys.argv[-2:]))
    else:
        main()
