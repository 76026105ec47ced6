"""Self-play: games in which one search decides for all seats, with some exploration."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Any

from kontor.agents.search import SearchOptions
from kontor.core import registry
from kontor.core.game import Game
from kontor.core.kernel_game import BALANCED, NETWORK_OPTIONS, KernelGame
from kontor.core.networks import read_network
from kontor.core.seeds import game_seed
from kontor.core.values import PositionBytes, Setup
from kontor.kernel.engine import LAST_USUAL_ROUND
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER
from kontor.training.setups import setup_of_game

Chances = tuple[int, ...]  # in ten-thousandths, one for every seat

RANDOM_PLANS = 3  # of 100 turns are chosen at random
EXPLORING_ROUNDS = (0, 2, 6, 60)  # in so many rounds plans are chosen by their visits; one of these for a game
RANK_FACTORS = (0, 3, 6)  # without simulations: tenths of the weight of a plan that the next one has
KEPT_PLANS = 8  # one in so many decisions is kept with all plans of its root
UNIT = 1 << 16
SMALL_SEARCH = {"beam_at_root": 8, "plans_at_root": 12, "plans": 3}
BY_HAND = {"by_network": 0, "rollout_turns": 2}  # leaves are evaluated by the hand-written evaluation


@dataclass(frozen=True)
class SelfPlayConfig:
    """Which games are played and how; the same for every process that takes part."""

    game: str
    seed: int = 1
    simulations: int = 48
    network: Mapping[str, Any] | None = None  # the content of a network file; the hand-written evaluation if None
    options: Mapping[str, int] = field(default_factory=lambda: SMALL_SEARCH)

    def search_options(self) -> dict[str, int]:
        """Return the search options that differ from the game's own."""
        return {**self.options, **(NETWORK_OPTIONS if self.network else BY_HAND)}

    def json(self) -> dict[str, Any]:
        """Return the configuration as data, by which a file of games is recognised; of a network, the hash."""
        hashed = self.network and sha256(json.dumps(self.network, sort_keys=True).encode()).hexdigest()
        values = {"game": self.game, "seed": self.seed, "simulations": self.simulations, "network": hashed}
        return {**values, "options": self.search_options()}


@dataclass(frozen=True)
class RootPlans:
    """The plans of a decision: the position after each and its visits."""

    row: int  # the decision, as the number of its position
    positions: Sequence[bytes]
    visits: Sequence[int]


@dataclass(frozen=True)
class TrainingGame:
    """A game: its positions between turns, the search's chances in each, and the result; empty if it did not end."""

    number: int
    setup: Setup
    positions: Sequence[bytes] = ()
    chances: Sequence[Chances | None] = ()
    plans: Sequence[RootPlans] = ()
    winners: Sequence[int] = ()
    totals: Sequence[int] = ()


class SelfPlay:
    """Plays the games of a configuration; the same number gives the same game everywhere."""

    def __init__(self, config: SelfPlayConfig) -> None:
        self.config = config

    def play(self, number: int) -> TrainingGame:
        """Play one game and return it."""
        game = registry.game(setup_of_game(self.config.game, number))
        if self.config.network is not None:
            assert isinstance(game, KernelGame)
            game.set_network(read_network(self.config.network))
        return SelfPlayGame(game, self.config, number).play()


class SelfPlayGame:
    """One game of self-play in progress.

    The search knows hidden cards: their owners' plans depend on them, and the network learns from true positions.
    """

    def __init__(self, game: Game, config: SelfPlayConfig, number: int) -> None:
        self.game, self.config, self.number = game, config, number
        self.generator = Generator(game_seed(config.seed, number))
        self.options = SearchOptions(**{**game.search_options, **config.search_options()}).row()
        self.exploring_turns = self.one_of(EXPLORING_ROUNDS) * game.players
        self.rank_factor = self.one_of(RANK_FACTORS)
        self.position = game.start()
        self.positions: list[bytes] = []
        self.chances: list[Chances | None] = []
        self.plans: list[RootPlans] = []

    def play(self) -> TrainingGame:
        """Play the game to its end, or give it up after the last usual round."""
        game, last_turn = self.game, LAST_USUAL_ROUND * self.game.players
        after_plan = False
        while (seat := game.to_move(self.position)) != GAME_OVER:
            if game.turn(self.position) > last_turn:
                return TrainingGame(self.number, game.setup)
            if seat == CHANCE:
                if after_plan:
                    self.keep(self.position, None)
                weights = game.chance_weights(self.position)
                game.advance(self.position, list(weights)[self.drawn(list(weights.values()))])
            else:
                self.play_turn()
            after_plan = seat != CHANCE
        scores = game.scores(self.position)
        totals = [score.total for score in scores.scores]
        return TrainingGame(
            self.number, game.setup, self.positions, self.chances, self.plans, list(scores.winners), totals
        )

    def play_turn(self) -> None:
        """Search, keep what was found, and carry out one of the plans."""
        tree = self.game.tree(self.position, BALANCED, self.generator.below(1 << 30), self.options)
        tree.run_simulations(self.config.simulations)
        outcomes = tree.outcomes()
        self.keep(self.position, tuple(tree.chances()) if self.config.simulations else None)
        if self.config.simulations and self.generator.below(KEPT_PLANS) == 0:
            positions = [self.content(position) for position, _ in outcomes]
            self.plans.append(RootPlans(len(self.positions) - 1, positions, [visits for _, visits in outcomes]))
        self.position = outcomes[self.chosen_plan([visits for _, visits in outcomes])][0]

    def keep(self, position: PositionBytes, chances: Chances | None) -> None:
        """Keep a position with the chances that the search found, if it searched."""
        self.positions.append(self.content(position))
        self.chances.append(chances)

    def content(self, position: PositionBytes) -> bytes:
        """Return the bytes of a position without its checksum."""
        return self.game.content(position)

    def chosen_plan(self, visits: list[int]) -> int:
        """Return the number of the plan to carry out."""
        if self.generator.below(100) < RANDOM_PLANS:
            return self.generator.below(len(visits))
        if not self.config.simulations:
            return self.drawn([UNIT * self.rank_factor**rank // 10**rank for rank in range(len(visits))])
        if self.game.turn(self.position) <= self.exploring_turns:
            return self.drawn(visits)
        return visits.index(max(visits))

    def drawn(self, weights: Sequence[int]) -> int:
        """Return a random index, drawn by weight."""
        draw = self.generator.below(sum(weights))
        for n, weight in enumerate(weights):
            draw -= weight
            if draw < 0:
                return n
        raise ValueError("the sum of the weights is 0.")

    def one_of(self, values: Sequence[int]) -> int:
        """Return a random one of some values."""
        return values[self.generator.below(len(values))]
