r"""Trains a small network on the CPU, with nothing but numpy and the batch environment, and plays with it.

    python examples/train.py teutonica --players 4 --out policy.npz
    POLICY=policy.npz kontor tournament teutonica --players 4 --games 400 \
        --agents examples/train.py:Trained,light,light,light

One seat of every game is trained, and `light` plays the others. The network learns to predict the move of `greedy`
in that seat: at first `greedy` plays there, then the network plays more and more itself while `greedy` still provides
the labels, so that it learns to recover from its own mistakes (DAgger).
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
Bytes = NDArray[np.uint8]
Moves = NDArray[np.int64]

HIDDEN = 96
BATCH_SIZE = 512  # decisions per update
MASKED_LOGIT = np.float32(-1e9)
SQUARE_ROOTS = np.sqrt(np.arange(256, dtype=np.float32))
MEAN_DECAY, SQUARE_DECAY = 0.9, 0.999  # of the running averages of Adam


class Network:
    """One hidden layer between the observation of a seat and a logit for every action."""

    def __init__(self, weights: dict[str, Floats]) -> None:
        self.weights = weights
        self.means = {name: np.zeros_like(w) for name, w in weights.items()}
        self.squares = {name: np.zeros_like(w) for name, w in weights.items()}
        self.updates = 0

    @classmethod
    def new(cls, highs: list[int], actions: int, seed: int) -> Network:
        """Return an untrained network."""
        random, bounds = np.random.default_rng(seed), np.array(highs, np.float32)
        weights = {
            "inner": random.standard_normal((len(bounds), HIDDEN)) * 0.1 / np.sqrt(bounds)[:, None],
            "inner_bias": np.zeros(HIDDEN),
            "outer": random.standard_normal((HIDDEN, actions)) * 0.01,
            "outer_bias": np.zeros(actions),
        }
        return cls({name: weight.astype(np.float32) for name, weight in weights.items()})

    def forward(self, observations: Bytes, masks: Bytes) -> tuple[Floats, Floats, Floats]:
        """Return the inputs, the hidden layer, and the log probability of every action."""
        w = self.weights
        inputs = SQUARE_ROOTS[observations]  # compresses large amounts
        hidden = np.maximum(inputs @ w["inner"] + w["inner_bias"], 0)
        log_probabilities = np.where(masks, hidden @ w["outer"] + w["outer_bias"], MASKED_LOGIT)
        log_probabilities -= log_probabilities.max(axis=1, keepdims=True)
        log_probabilities -= np.log(np.exp(log_probabilities).sum(axis=1, keepdims=True))
        return inputs, hidden, log_probabilities

    def update(self, observations: Bytes, masks: Bytes, moves: Moves, rate: float) -> float:
        """Make the given moves more likely, and return how often they were the most likely already."""
        inputs, hidden, log_probabilities = self.forward(observations, masks)
        rows = np.arange(len(moves))
        agreement = float((log_probabilities.argmax(axis=1) == moves).mean())
        gradient = np.exp(log_probabilities)
        gradient[rows, moves] -= 1
        gradient /= len(moves)
        hidden_gradient = (gradient @ self.weights["outer"].T) * (hidden > 0)
        self.updates += 1
        self.adam_step("outer", hidden.T @ gradient, rate)
        self.adam_step("outer_bias", gradient.sum(axis=0), rate)
        self.adam_step("inner", inputs.T @ hidden_gradient, rate)
        self.adam_step("inner_bias", hidden_gradient.sum(axis=0), rate)
        return agreement

    def adam_step(self, name: str, gradient: Floats, rate: float) -> None:
        """Change some weights against their gradient by Adam."""
        mean, square = self.means[name], self.squares[name]
        mean += (1 - MEAN_DECAY) * (gradient - mean)
        square += (1 - SQUARE_DECAY) * (gradient**2 - square)
        step = mean / (1 - MEAN_DECAY**self.updates)
        self.weights[name] -= rate * step / (np.sqrt(square / (1 - SQUARE_DECAY**self.updates)) + 1e-8)


class TrainingData:
    """Observations, masks and teacher moves of all decisions."""

    def __init__(self, features: int, actions: int) -> None:
        self.actions = actions
        self.observations = np.zeros((0, features), np.uint8)
        self.masks = np.zeros((0, (actions + 7) // 8), np.uint8)
        self.moves = np.zeros(0, np.int64)

    def add(self, observations: list[Bytes], masks: list[Bytes], moves: list[Moves]) -> None:
        """Add the decisions of some steps."""
        self.observations = np.concatenate([self.observations, *observations])
        self.masks = np.concatenate([self.masks, *(np.packbits(mask, axis=1) for mask in masks)])
        self.moves = np.concatenate([self.moves, *moves])

    def sample(self, random: np.random.Generator) -> tuple[Bytes, Bytes, Moves]:
        """Return a random batch of decisions."""
        rows = random.integers(len(self.moves), size=BATCH_SIZE)
        return self.observations[rows], np.unpackbits(self.masks[rows], axis=1, count=self.actions), self.moves[rows]


class Trainer:
    """A network, its teacher, and the games they play."""

    def __init__(self, setup: dict[str, Any], games: int, seed: int) -> None:
        self.environment = BatchEnvironment(setup, games, seed, opponents="light")
        self.teacher = catalog.agent("greedy")
        self.network = Network.new(self.environment.observation_spec.highs, self.environment.actions, seed)
        self.data = TrainingData(len(self.environment.observation_spec.highs), self.environment.actions)
        self.random = np.random.default_rng(seed)

    def advice(self) -> Moves:
        """Return the teacher's move in every game."""
        game, generator = self.environment.game, Generator(0)
        moves = []
        for n, seat in enumerate(self.environment.now.seats.tolist()):
            view = game.view(self.environment.position(n), seat)
            moves.append(self.teacher.choose(game, view, Budget(), generator))
        return np.array(moves)

    def play(self, steps: int, network_share: float) -> None:
        """Play on, with a share of moves by the network, and store the teacher's moves."""
        collected: list[tuple[Bytes, Bytes, Moves]] = []
        for _ in range(steps):
            now, advice = self.environment.now, self.advice()
            masks = now.masks.view(np.uint8)
            unforced = masks.sum(axis=1) > 1
            collected.append((now.observations[unforced], masks[unforced], advice[unforced]))
            network_moves = self.network.forward(now.observations, masks)[2].argmax(axis=1)
            uses_network = self.random.random(len(network_moves)) < network_share
            self.environment.step(np.where(uses_network, network_moves, advice))
        observations, legal, moves = zip(*collected, strict=True)
        self.data.add(list(observations), list(legal), list(moves))

    def train(self, updates: int, rate: float) -> float:
        """Train on decisions of all rounds so far, and return how often the network agreed with the teacher."""
        return float(np.mean([self.network.update(*self.data.sample(self.random), rate) for _ in range(updates)]))

    def run(self, rounds: int, steps: int, updates: int, rate: float) -> None:
        """Play and train in turns, with a growing share of network moves and a falling learning rate."""
        started = time.perf_counter()
        for n in range(rounds):
            self.play(steps, network_share=n / rounds)
            agreement = self.train(updates, rate * (1 - n / rounds))
            seconds, count = time.perf_counter() - started, len(self.data.moves)
            print(f"{seconds:5.0f} s  {count:7,} decisions  agrees {agreement:.1%}", flush=True)


class Trained:
    """The trained network as an agent; the variable POLICY names the file of its weights."""

    def __init__(self) -> None:
        with np.load(Path(os.environ.get("POLICY", "policy.npz"))) as file:
            self.network = Network(dict(file))

    def choose(self, game: Any, view: bytearray, budget: Budget, generator: Generator) -> int:
        """Return the most likely legal move."""
        observations = np.frombuffer(game.observe(view, game.to_move(view)), np.uint8)
        mask = np.zeros(len(self.network.weights["outer_bias"]), np.uint8)
        mask[game.legal_moves(view)] = 1
        return int(self.network.forward(observations[None], mask[None])[2].argmax())


def main() -> None:
    """Train with the options of the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="a name listed by `kontor games`")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--games", type=int, default=128, help="games played in parallel")
    parser.add_argument("--rounds", type=int, default=20, help="rounds of playing and training")
    parser.add_argument("--steps", type=int, default=40, help="steps of every game per round")
    parser.add_argument("--updates", type=int, default=60, help="network updates per round")
    parser.add_argument("--rate", type=float, default=2e-3, help="initial learning rate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    chosen = parser.parse_args()
    trainer = Trainer({"game": chosen.game, "players": chosen.players}, chosen.games, chosen.seed)
    trainer.run(chosen.rounds, chosen.steps, chosen.updates, chosen.rate)
    np.savez_compressed(chosen.out, **trainer.network.weights)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
