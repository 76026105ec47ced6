r"""Trains a small network on the CPU, with nothing but numpy and the batch environment, and plays with it.

    python examples/train.py teutonica --players 4 --out policy.npz
    POLICY=policy.npz kontor tournament teutonica --players 4 --games 400 \
        --agents examples/train.py:Trained,light,light,light

One seat of every game learns, and `light` plays the others. The network learns which move `greedy` would make in that
seat: at first `greedy` plays there, then the network plays more and more itself and is told what `greedy` would have
done, so that it learns to get out of its own mistakes.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kontor.agents import catalog
from kontor.core.agent import Budget
from kontor.envs.batch import BatchEnvironment
from kontor.kernel.generator import Generator

Floats = NDArray[np.float32]
Cells = NDArray[np.uint8]
Moves = NDArray[np.int64]

HIDDEN = 96
PORTION = 512  # decisions of one update
NEVER = np.float32(-1e9)
ROOTS = np.sqrt(np.arange(256, dtype=np.float32))
FAST, SLOW = 0.9, 0.999  # how long the averages of Adam remember


class Network:
    """One hidden layer between what a seat sees and a number for every action."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(w) for name, w in weights.items()}
        self.squares = {name: np.zeros_like(w) for name, w in weights.items()}
        self.updates = 0

    @classmethod
    def new(cls, highs: list[int], actions: int, seed: int) -> Network:
        """A network that knows nothing."""
        random, bounds = np.random.default_rng(seed), np.array(highs, np.float32)
        weights = {
            "inner": random.standard_normal((len(bounds), HIDDEN)) * 0.1 / np.sqrt(bounds)[:, None],
            "inner_bias": np.zeros(HIDDEN),
            "outer": random.standard_normal((HIDDEN, actions)) * 0.01,
            "outer_bias": np.zeros(actions),
        }
        return cls({name: weight.astype(np.float32) for name, weight in weights.items()})

    def think(self, seen: Cells, masks: Cells) -> tuple[Floats, Floats, Floats]:
        """What goes into the network, its hidden layer, and the logarithm of every action's chance."""
        w = self.weights
        given = ROOTS[seen]  # large amounts matter less than small ones
        hidden = np.maximum(given @ w["inner"] + w["inner_bias"], 0)
        logs = np.where(masks, hidden @ w["outer"] + w["outer_bias"], NEVER)
        logs -= logs.max(axis=1, keepdims=True)
        logs -= np.log(np.exp(logs).sum(axis=1, keepdims=True))
        return given, hidden, logs

    def learn(self, seen: Cells, masks: Cells, moves: Moves, rate: float) -> float:
        """Make the given moves more likely, and return how often they were the likeliest already."""
        given, hidden, logs = self.think(seen, masks)
        rows = np.arange(len(moves))
        agreed = float((logs.argmax(axis=1) == moves).mean())
        error = np.exp(logs)
        error[rows, moves] -= 1
        error /= len(moves)
        back = (error @ self.weights["outer"].T) * (hidden > 0)
        self.updates += 1
        self.descend("outer", hidden.T @ error, rate)
        self.descend("outer_bias", error.sum(axis=0), rate)
        self.descend("inner", given.T @ back, rate)
        self.descend("inner_bias", back.sum(axis=0), rate)
        return agreed

    def descend(self, name: str, gradient: Floats, rate: float) -> None:
        """Change some weights against their gradient, by the method of Adam."""
        mean, square = self.means[name], self.squares[name]
        mean += (1 - FAST) * (gradient - mean)
        square += (1 - SLOW) * (gradient**2 - square)
        step = mean / (1 - FAST**self.updates)
        self.weights[name] -= rate * step / (np.sqrt(square / (1 - SLOW**self.updates)) + 1e-8)


class Lessons:
    """What was seen in every decision, what was legal, and what the teacher would have done."""

    def __init__(self, features: int, actions: int) -> None:
        self.actions = actions
        self.seen = np.zeros((0, features), np.uint8)
        self.masks = np.zeros((0, (actions + 7) // 8), np.uint8)
        self.moves = np.zeros(0, np.int64)

    def add(self, seen: list[Cells], masks: list[Cells], moves: list[Moves]) -> None:
        """Keep the decisions of some steps."""
        self.seen = np.concatenate([self.seen, *seen])
        self.masks = np.concatenate([self.masks, *(np.packbits(mask, axis=1) for mask in masks)])
        self.moves = np.concatenate([self.moves, *moves])

    def some(self, random: np.random.Generator) -> tuple[Cells, Cells, Moves]:
        """Decisions picked at random."""
        rows = random.integers(len(self.moves), size=PORTION)
        return self.seen[rows], np.unpackbits(self.masks[rows], axis=1, count=self.actions), self.moves[rows]


class Training:
    """A network, its teacher, and the games they play."""

    def __init__(self, setup: dict[str, Any], games: int, seed: int) -> None:
        self.environment = BatchEnvironment(setup, games, seed, opponents="light")
        self.teacher = catalog.agent("greedy")
        self.network = Network.new(self.environment.observation_spec.highs, self.environment.actions, seed)
        self.lessons = Lessons(len(self.environment.observation_spec.highs), self.environment.actions)
        self.random = np.random.default_rng(seed)

    def advice(self) -> Moves:
        """What the teacher would do in every game."""
        game, generator = self.environment.game, Generator(0)
        moves = []
        for n, seat in enumerate(self.environment.now.seats.tolist()):
            view = game.view(self.environment.position(n), seat)
            moves.append(self.teacher.choose(game, view, Budget(), generator))
        return np.array(moves)

    def play(self, steps: int, trust: float) -> None:
        """Play on, the network as often as it is trusted, the teacher otherwise, and keep what the teacher says."""
        kept: list[tuple[Cells, Cells, Moves]] = []
        for _ in range(steps):
            now, advice = self.environment.now, self.advice()
            masks = now.masks.view(np.uint8)
            free = masks.sum(axis=1) > 1
            kept.append((now.observations[free], masks[free], advice[free]))
            own = self.network.think(now.observations, masks)[2].argmax(axis=1)
            trusted = self.random.random(len(own)) < trust
            self.environment.step(np.where(trusted, own, advice))
        seen, legal, moves = zip(*kept, strict=True)
        self.lessons.add(list(seen), list(legal), list(moves))

    def study(self, updates: int, rate: float) -> float:
        """Learn from decisions of all rounds so far, and return how often the network agreed with the teacher."""
        return float(np.mean([self.network.learn(*self.lessons.some(self.random), rate) for _ in range(updates)]))

    def run(self, rounds: int, steps: int, updates: int, rate: float) -> None:
        """Play and study by turns, with more trust and smaller changes from round to round."""
        began = time.perf_counter()
        for n in range(rounds):
            self.play(steps, trust=n / rounds)
            agreed = self.study(updates, rate * (1 - n / rounds))
            seconds, count = time.perf_counter() - began, len(self.lessons.moves)
            print(f"{seconds:5.0f} s  {count:7,} decisions  agrees {agreed:.1%}", flush=True)


class Trained:
    """The trained network as an agent; the variable POLICY names the file of its weights."""

    def __init__(self) -> None:
        with np.load(Path(os.environ.get("POLICY", "policy.npz"))) as file:
            self.network = Network(dict(file))

    def choose(self, game: Any, view: bytearray, budget: Budget, generator: Generator) -> int:
        """The likeliest legal move."""
        seen = np.frombuffer(game.observe(view, game.to_move(view)), np.uint8)
        mask = np.zeros(len(self.network.weights["outer_bias"]), np.uint8)
        mask[game.legal_moves(view)] = 1
        return int(self.network.think(seen[None], mask[None])[2].argmax())


def main() -> None:
    """Train by what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="as `kontor games` names it")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=128, help="played side by side")
    parser.add_argument("--rounds", type=int, default=20, help="of playing and studying")
    parser.add_argument("--steps", type=int, default=40, help="of every game in a round")
    parser.add_argument("--updates", type=int, default=60, help="of the network in a round")
    parser.add_argument("--rate", type=float, default=2e-3, help="how fast the network changes at first")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    chosen = parser.parse_args()
    training = Training({"game": chosen.game, "players": chosen.players}, chosen.games, chosen.seed)
    training.run(chosen.rounds, chosen.steps, chosen.updates, chosen.rate)
    np.savez_compressed(chosen.out, **training.network.weights)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
