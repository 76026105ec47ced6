"""Measures the batch environment: steps per second with observations and masks, all moves chosen as by `light`.

A step is one decision in one game: its move is made, chance moves follow, and the next observation and mask are
written. The moves are the hints of the batch, which are computed in the same call and included. Games that
end are scored and restarted. Every figure names board, policy, games, processes and seed; the machine comes first.

Beside the speed by wall clock time stands the speed without other load: all steps of a round divided by the processor
time of the driving process, which steps its equal share of the games.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from typing import Any

import numpy as np
from common import machine

from kontor.envs.batch import BatchEnvironment

SETUPS: dict[str, dict[str, Any]] = {
    "hanse-4-5, 4 players": {"game": "teutonica", "board": "hanse-4-5", "players": 4},
    "britannia-4-5, 5 players": {"game": "teutonica", "board": "britannia-4-5", "players": 5},
    "hanse-2-3, 2 players, missions": {"game": "teutonica", "players": 2, "modules": ["mission-cards"]},
    "Hansa, 4 players": {"game": "hansa", "players": 4},
}
ROUNDS = 5


def speed(setup: dict[str, Any], games: int, steps: int, processes: int, seed: int) -> dict[str, Any]:
    """Return the median speed over some rounds, after a warm-up in which the games diverge."""
    with BatchEnvironment(setup, games, seed, advisor="light", processes=processes) as batch:
        finished, speeds, own = run(batch, 400), [], []
        for _ in range(ROUNDS):
            began, busy = time.perf_counter(), time.process_time()
            finished += run(batch, steps)
            speeds.append(games * steps / (time.perf_counter() - began))
            own.append(games * steps / (time.process_time() - busy))
        sizes = {"features": len(batch.observation_spec.names), "actions": batch.actions, "finished": finished}
    return {"steps_per_second": statistics.median(speeds), "undisturbed": statistics.median(own), **sizes}


def run(batch: BatchEnvironment, steps: int) -> int:
    """Step all games, and return how many ended."""
    return sum(int(np.count_nonzero(batch.step(batch.now.hints).finished)) for _ in range(steps))


def main() -> None:
    """Measure every setup and print the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2048)
    parser.add_argument("--steps", type=int, default=100, help="of every game in a round")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    chosen = parser.parse_args()
    numbers = chosen.games, chosen.steps, chosen.processes, chosen.seed
    rows = {name: speed(setup, *numbers) for name, setup in SETUPS.items()}
    sizes = f"{chosen.games} games, {chosen.processes} processes, seed {chosen.seed}"
    policy = f"light, {sizes}, median of {ROUNDS} rounds of {chosen.steps} steps"
    if chosen.json:
        print(json.dumps({"machine": machine(), "policy": policy, "rows": rows}, indent=1))
        return
    print(f"{machine()}; {policy}")
    for name, row in rows.items():
        print(
            f"{name:32} {row['steps_per_second']:>9,.0f} steps/s, undisturbed {row['undisturbed']:>9,.0f}"
            f"  {row['features']} features, {row['actions']} actions, {row['finished']} games ended"
        )


if __name__ == "__main__":
    main()
