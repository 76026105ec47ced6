"""Measures the exported functions of our kernels: copying, listing, making moves, whole games, imports, memory.

Every figure names its policy, board and seed; the machine is printed first.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from common import machine

from kontor.core.registry import game_type

ROUNDS = 5
GAMES = {"teutonica": {"board": "hanse-4-5", "players": 4}, "hansa": {"players": 4}}
SEED = 5
MIDDLE = 30  # turns played by light before the position is measured


def microseconds(action: Callable[[], object], times: int) -> float:
    """Return the median cost of one call over some rounds."""
    costs = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        for _ in range(times):
            action()
        costs.append((time.perf_counter() - start) / times * 1e6)
    return statistics.median(costs)


def decisions_per_second(game: Any, games: int) -> float:
    """Return the median speed of whole games of light players."""
    speeds = []
    for _ in range(ROUNDS):
        start, decisions = time.perf_counter(), 0
        for seed in range(games):
            decisions += game.play_out(game.start(), seed, ["light"] * game.players, 400).decisions
        speeds.append(decisions / (time.perf_counter() - start))
    return statistics.median(speeds)


def measure(name: str, kernel: str) -> dict[str, Any]:
    """Return the figures of one game with one kernel."""
    game = game_type(name).game(GAMES[name], kernel)
    position = game.start()
    game.play_out(position, SEED, ["light"] * game.players, MIDDLE)
    moves = game.legal_moves(position)
    quick = kernel == "compiled"
    return {
        "game": name,
        "kernel": kernel,
        "setup": GAMES[name],
        "bytes": len(position),
        "copy_us": microseconds(lambda: position[:], 20000),
        "moves_listed": len(moves),
        "legal_us": microseconds(lambda: game.legal_moves(position), 5000 if quick else 200),
        "advance_us": microseconds(lambda: game.advance(position[:], moves[0]), 5000 if quick else 200),
        "decisions_per_second": decisions_per_second(game, 1000 if quick else 5),
    }


def import_seconds() -> float:
    """Return how long `import kontor` takes, without the start of Python."""
    code = "import time; t = time.perf_counter(); import kontor; print(time.perf_counter() - t)"
    return statistics.median(
        float(subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout)
        for _ in range(ROUNDS)
    )


def main() -> None:
    """Measure everything and print it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    arguments = parser.parse_args()
    rows = [measure(name, kernel) for name in GAMES for kernel in ("compiled", "interpreted")]
    report = {
        "machine": machine(),
        "policy": f"light, seeds from 0; position after {MIDDLE} turns of seed {SEED}; medians of {ROUNDS} rounds",
        "import_seconds": import_seconds(),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "rows": rows,
    }
    if arguments.json:
        print(json.dumps(report, indent=1))
        return
    print(f"{report['machine']}; {report['policy']}")
    print(f"import kontor {report['import_seconds'] * 1000:.1f} ms, peak {report['peak_memory_mb']:.0f} MB")
    for row in rows:
        print(
            f"{row['game']:10} {row['kernel']:12} {row['decisions_per_second']:>12,.0f} decisions/s"
            f"  copy {row['copy_us']:.2f} µs  legal ({row['moves_listed']}) {row['legal_us']:.1f} µs"
            f"  advance {row['advance_us']:.1f} µs  {row['bytes']} bytes"
        )


if __name__ == "__main__":
    main()
