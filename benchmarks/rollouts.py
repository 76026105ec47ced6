"""A baseline for `search`: an agent that evaluates every move by many light games of about sixty decisions.

`kontor tournament teutonica --agents benchmarks/rollouts.py:Rollouts,greedy,greedy,greedy --budget-ms 300` measures
its strength; run as a program, this file prints how many simulations per second both make from the same position.
"""

from __future__ import annotations

import time
from math import log, sqrt
from typing import Any

from kontor.agents.search import Search
from kontor.core import registry
from kontor.core.agent import Budget, chance_move
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE

DECISIONS = 60
DECISIONS_PER_TURN = 6  # of light players of Hansa Teutonica, about
CURIOSITY = 8.0  # points
SIMULATIONS_PER_CHECK = 32
START_TURN = 40  # the turn from which speed is measured
SECONDS = 3.0


class Rollouts:
    """Tries every move by light games, the promising ones more often, and chooses the one tried most."""

    budget = Budget(seconds=0.3)

    def __init__(self) -> None:
        self.simulations = 0

    def choose(self, game: Any, view: bytearray, budget: Budget, generator: Generator) -> int:
        """Return the move tried most."""
        started, seat = time.perf_counter(), game.to_move(view)
        moves = game.distinct_moves(view)
        visits, points = [0] * len(moves), [0.0] * len(moves)
        cap = game.turn(view) + DECISIONS // DECISIONS_PER_TURN
        while time.perf_counter() - started < (budget.seconds or 0.3):
            for _ in range(SIMULATIONS_PER_CHECK):
                at = promising(visits, points)
                visits[at] += 1
                points[at] += self.rollout(game, view[:], moves[at], seat, cap, generator)
        return int(moves[visits.index(max(visits))])

    def rollout(self, game: Any, position: bytearray, move: int, seat: int, cap: int, generator: Generator) -> float:
        """Return the lead of a seat after a move and about sixty decisions of light players."""
        self.simulations += 1
        game.advance(position, move)
        game.play_out(position, generator.below(1 << 30), ["light"] * game.players, cap)
        totals = [sum(lines) for lines in game.engine.score_sheet(position)]
        mine = totals.pop(seat)
        return float(mine - max(totals))


def promising(visits: list[int], points: list[float]) -> int:
    """Return a move that was not tried yet, or the one with the best upper bound."""
    if 0 in visits:
        return visits.index(0)
    known = log(sum(visits))
    bounds = [p / n + CURIOSITY * sqrt(known / n) for p, n in zip(points, visits, strict=True)]
    return bounds.index(max(bounds))


def main() -> None:
    """Print simulations per second of both kinds from the middle of a game."""
    game: Any = registry.game({"game": "teutonica", "board": "hanse-4-5", "players": 4})
    position, generator = game.start(), Generator(1)
    while game.turn(position) < START_TURN or game.to_move(position) == CHANCE:
        if game.to_move(position) == CHANCE:
            game.advance(position, chance_move(game, position, generator))
        else:
            game.advance(position, game.plans(position, "balanced", 4, 1)[0][0])
    agent = Rollouts()
    agent.choose(game, position, Budget(seconds=SECONDS), generator)
    print(f"rollouts: {agent.simulations / SECONDS:,.0f} simulations a second of about {DECISIONS} light decisions")
    tree, started, grown = Search().new_tree(game, position, generator), time.perf_counter(), 0
    while time.perf_counter() - started < SECONDS:
        tree.run_simulations(SIMULATIONS_PER_CHECK)
        grown += SIMULATIONS_PER_CHECK
    print(f"search: {grown / SECONDS:,.0f} simulations a second, each evaluated by the network")


if __name__ == "__main__":
    main()
