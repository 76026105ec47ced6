"""Tuning of the weights of an evaluation by games: simultaneous perturbation (SPSA).

Each pair of games changes every weight at random up or down, and lets the search with these weights play against the
search with the opposite changes, from both halves of the seats. After a round, all weights move towards the side that
won more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kontor.agents.search import SearchOptions
from kontor.arena.worker_status import WorkerStatus
from kontor.arena.workers import WorkerDied, WorkerFailure
from kontor.core import registry
from kontor.core.agent import chance_move
from kontor.core.kernel_game import BALANCED, KernelGame
from kontor.core.seeds import game_seed
from kontor.core.values import PositionBytes
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.generator import Generator
from kontor.kernel.search_engine import SearchEngine
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.training.setups import setup_of_game

Logarithms = tuple[float, ...]  # of the weights

PAIRS = 12  # of games in a round
GAMES_OF_PAIR = 2
SEARCH = {"beam_at_root": 6, "plans_at_root": 12, "plans": 5}
CHANGE = 0.22  # of the logarithm of a weight in a pair of games
RATE = 0.016  # by which a weight changes if its side wins a game more than expected


@dataclass(frozen=True)
class TuningConfig:
    """Which games are played; the same for every process that takes part."""

    game: str
    seed: int = 1
    simulations: int = 40


@dataclass(frozen=True)
class Pair:
    """A pair of games by its number, and the weights around which it is played."""

    number: int
    logarithms: Logarithms


def start_logarithms(name: str) -> Logarithms:
    """Return the logarithms of the balanced weights of a game."""
    rules = registry.game(setup_of_game(name, 0))
    assert isinstance(rules, KernelGame)
    return tuple(math.log(max(1, weight)) for weight in rules.styles()[BALANCED])


def weights_of(logarithms: Sequence[float]) -> list[int]:
    """Return the weights of their logarithms."""
    return [round(math.exp(logarithm)) for logarithm in logarithms]


def signs_of(config: TuningConfig, number: int, count: int) -> list[int]:
    """Return the directions in which a pair of games changes the weights."""
    generator = Generator(game_seed(config.seed, number))
    return [2 * generator.below(2) - 1 for _ in range(count)]


def after_round(config: TuningConfig, logarithms: Logarithms, scores: dict[int, float]) -> Logarithms:
    """Return the weights after a round of pairs, given the score of each by its number."""
    moved = list(logarithms)
    for number, score in sorted(scores.items()):
        signs = signs_of(config, number, len(moved))
        moved = [old + RATE * score * sign for old, sign in zip(moved, signs, strict=True)]
    return tuple(moved)


@dataclass(frozen=True)
class TuningJob:
    """A job that plays pairs of games."""

    config: TuningConfig

    def start(self, status: WorkerStatus) -> Callable[[Pair], tuple[int, float]]:
        """Prepare a worker process; no external agent takes part, so the status stays unused."""
        return self.play

    def on_failure(self, pair: Pair, failure: WorkerFailure) -> tuple[int, float]:
        """Raise WorkerDied, because the result is unknown."""
        raise WorkerDied(f"the worker process of pair {pair.number + 1} {failure.description}.")

    def play(self, pair: Pair) -> tuple[int, float]:
        """Play both games of a pair; return its number and the games won by changed weights beyond their share."""
        game = registry.game(setup_of_game(self.config.game, pair.number))
        assert isinstance(game, KernelGame)
        game.load_network()
        signs = signs_of(self.config, pair.number, len(pair.logarithms))
        sides = [
            engine_with(
                game,
                weights_of([old + way * CHANGE * sign for old, sign in zip(pair.logarithms, signs, strict=True)]),
            )
            for way in (1, -1)
        ]
        seed = game_seed(self.config.seed, pair.number)
        return pair.number, sum(self.score(game, sides, first, seed) for first in range(GAMES_OF_PAIR))

    def score(self, game: KernelGame, sides: Sequence[SearchEngine], first: int, seed: int) -> float:
        """Play one game; return the part won by the first side beyond its share, or 0 if the game does not end."""
        side_of_seat = [(seat + first) % 2 for seat in range(game.players)]
        final = self.final_position(game, [sides[side] for side in side_of_seat], Generator(seed))
        if final is None:
            return 0.0
        winners = game.scores(final).winners
        return sum(side_of_seat[seat] == 0 for seat in winners) / len(winners) - side_of_seat.count(0) / game.players

    def final_position(
        self, game: KernelGame, engines: Sequence[SearchEngine], generator: Generator
    ) -> PositionBytes | None:
        """Return the last position of a game in which every seat searches with its engine; None without an end."""
        options = SearchOptions(**{**game.search_options, **SEARCH}).row()
        position = game.start()
        while (seat := game.to_move(position)) != GAME_OVER:
            if game.turn(position) > LAST_USUAL_ROUND * game.players:
                return None
            if seat == CHANCE:
                game.advance(position, chance_move(game, position, generator))
                continue
            tree = engines[seat].tree(position, generator.below(1 << 30), options)
            tree.run_simulations(self.config.simulations)
            position = max(tree.outcomes(), key=lambda outcome: outcome[1])[0]
        return position


def engine_with(game: KernelGame, weights: list[int]) -> SearchEngine:
    """Return an engine of its own with the weights for all seats."""
    engine: SearchEngine = game.engine.twin()
    engine.set_weights([weights] * game.players)
    return engine
