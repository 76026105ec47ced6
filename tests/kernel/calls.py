"""Calls of every exported kernel function with valid arguments, and invalid arguments of every kind."""

from __future__ import annotations

import random
import sys
from array import array
from collections.abc import Callable
from typing import Any

from kontor.core.registry import game_type

SETUPS: dict[str, dict[str, Any]] = {
    "teutonica": {"board": "hanse-4-5", "players": 4},
    "hansa": {"players": 3},
}
OTHERS: dict[str, list[dict[str, Any]]] = {
    "teutonica": [{"players": 3}, {"board": "hanse-4-5", "players": 4, "modules": ["mission-cards"]}],
    "hansa": [{"players": 2}, {"players": 3, "modules": ["extra-card"]}],
}
SEARCH_OPTIONS = [2, 3, 1, 2, 1, 1, 5000, 100, 0]
TREE_READERS = ("choices", "outcomes", "chances", "plan_chances", "size")
CYTHON_FUNCTION = "cython_function_or_method"
GAMES = 2
CAP = 40

Call = tuple[Callable[..., Any], dict[str, Any]]


def new_game(name: str, kernel: str, setup: dict[str, Any] | None = None) -> Any:
    """Return a game with one of the kernels; untyped because its engine is not part of the base class `Game`."""
    return game_type(name).game(setup or SETUPS[name], kernel)


def position_after(game: Any, seed: int, cap: int) -> bytearray:
    """Return a position with a seat to move after some turns of light players."""
    position: bytearray = game.start()
    game.play_out(position, seed, ["light"] * game.players, cap)
    while game.to_move(position) < 0 and game.legal_moves(position):
        game.advance(position, game.legal_moves(position)[0])
    return position


def small_network(features: int, seed: int = 1, most: int = 200) -> list[list[int]]:
    """Return the rows of a network with three hidden and two inner units and random weights."""
    chance = random.Random(seed)
    sizes = (features * 3, 3, 2 * 3 * 2, 2, 2, features)
    return [[300] * features, *([chance.randint(-most, most) for _ in range(size)] for size in sizes)]


class Calls:
    """The exported functions of one kernel of one game with valid arguments."""

    def __init__(self, name: str, kernel: str) -> None:
        self.game = new_game(name, kernel)
        self.position = position_after(self.game, 3, 20)
        other = "hansa" if name == "teutonica" else "teutonica"
        others = [new_game(other, kernel), *(new_game(name, kernel, setup) for setup in OTHERS[name])]
        self.foreign = [position_after(game, 3, 20) for game in others]
        self.foreign_observers = [game.engine.observer(game.observation_spec.tables()) for game in others]
        self.weights = [[10] * len(row) for row in list(self.game.styles().values())[:1] * self.players]
        self.batch = self.game.engine.batch(*self.batch_arguments().values())
        for n in range(GAMES):
            self.batch.begin(n, n)
        self.network = small_network(len(self.game.feature_names))
        self.game.engine.set_network(self.network)
        self.tree = self.game.engine.tree(self.position[:], 1, SEARCH_OPTIONS)
        self.tree.run_simulations(3)

    @property
    def players(self) -> int:
        """Return the number of seats."""
        players: int = self.game.players
        return players

    def rows(self) -> list[Any]:
        """Return rows for a batch."""
        width = len(self.game.observation_spec.names)
        cells = [bytearray(GAMES * width), bytearray(GAMES * width), bytearray(GAMES * self.game.move_count)]
        return [*cells, *(array("i", [0] * GAMES) for _ in range(3))]

    def batch_arguments(self) -> dict[str, Any]:
        """Return arguments of a batch in which every seat has an external policy."""
        return {
            "observer": self.game.engine.observer(self.game.observation_spec.tables()),
            "position": self.game.start(),
            "seat_policies": [bytes([2] * self.players) for _ in range(GAMES)],
            "hint_policies": bytes(self.players),
            "cap": CAP,
            "count": self.game.move_count,
            "rows": self.rows(),
        }

    def all(self) -> dict[str, Call]:
        """Return every exported function by its name, with arguments by the name of their kind."""
        engine, at = self.game.engine, {"position": self.position[:]}
        quick = {"seed": 1, "policies": bytes([1] * self.players)}
        found: dict[str, Call] = {
            name: (getattr(engine, name), at)
            for name in ("to_move", "turn", "legal_moves", "distinct_moves", "chance_weights", "check", "score_sheet")
        }
        found |= {name: (getattr(engine, name), at) for name in ("features", "log_odds")}
        found |= {name: (getattr(engine, name), {}) for name in ("raw_events", "start", "twin")}
        return {
            **found,
            "advance": (engine.advance, {**at, "move": self.game.legal_moves(self.position)[0]}),
            "refusal_code": (engine.refusal_code, {**at, "move": self.game.legal_moves(self.position)[0]}),
            "deadlocks": (engine.deadlocks, {**at, "move": self.game.legal_moves(self.position)[0]}),
            "suggest": (engine.suggest, {**at, **quick}),
            "play_out": (engine.play_out, {**at, **quick, "cap": CAP, "list": []}),
            "perft": (engine.perft, {**at, "depth": 1}),
            "write_checksum": (engine.write_checksum, {"buffer": self.position[:]}),
            "set_weights": (engine.set_weights, {"weights": self.weights}),
            "set_feature_weights": (engine.set_feature_weights, {"feature_weights": self.weights[0]}),
            "set_network": (engine.set_network, {"network": self.network}),
            "planner": (engine.planner, {"count": 2}),
            "first_moves": (engine.planner(2).first_moves, {**at, "count": 2}),
            "tree": (engine.tree, {**at, "seed": 1, "search_options": SEARCH_OPTIONS}),
            "observer": (engine.observer, {"tables": self.game.observation_spec.tables()}),
            "row": (engine.observer(self.game.observation_spec.tables()).row, {**at, "seat": 1}),
            "batch": (engine.batch, self.batch_arguments()),
            **self.tree_calls(),
            **self.batch_calls(),
            **self.own_calls(at),
        }

    def rule_builders(self) -> dict[str, Callable[..., Any]]:
        """Return the functions of the compiled module that build rules from objects of the kernel."""
        module = sys.modules[type(self.game.engine).__module__]
        return {name: item for name, item in vars(module).items() if type(item).__name__ == CYTHON_FUNCTION}

    def tree_calls(self) -> dict[str, Call]:
        """Return the functions of a search tree."""
        bare: dict[str, Call] = {name: (getattr(self.tree, name), {}) for name in TREE_READERS}
        return {
            **bare,
            "run_simulations": (self.tree.run_simulations, {"visits": 1}),
            "play_to_end": (self.tree.play_to_end, {"cap": CAP}),
        }

    def batch_calls(self) -> dict[str, Call]:
        """Return the functions of a batch."""
        return {
            "begin": (self.batch.begin, {"game": 1, "seed": 1}),
            "begin_at": (
                self.batch.begin_at,
                {"game": 1, "position": self.position[:], "seed": 1, "hint_seed": 1},
            ),
            "generator_states": (self.batch.generator_states, {"game": 1}),
            "position": (self.batch.position, {"game": 1}),
            "step": (self.batch.step, {"chosen": array("i", [-1] * GAMES)}),
        }

    def own_calls(self, at: dict[str, Any]) -> dict[str, Call]:
        """Return the functions that only this game has."""
        engine = self.game.engine
        if self.game.setup["game"] == "hansa":
            return {"posts_on_board": (engine.posts_on_board, {**at, "seat": 0})}
        return {
            "actions_granted": (engine.actions_granted, {**at, "seat": 0}),
            "settle": (engine.settle, at),
            "task": (engine.task, at),
            "blank": (engine.blank, {}),
        }


class BadArguments:
    """Invalid arguments of every kind."""

    def __init__(self, calls: Calls, chance: random.Random) -> None:
        self.calls = calls
        self.chance = chance

    def one(self, kind: str, good: Any) -> Any:
        """Return a random invalid argument of a kind."""
        pools: dict[str, Callable[[], list[Any]]] = {
            "position": lambda: self.positions(good),
            "policies": lambda: [*self.policies(), b""],
            "hint_policies": self.policies,
            "seat_policies": lambda: [None, 5, [None] * GAMES, *([policies] * GAMES for policies in self.policies())],
            "tables": lambda: self.tables(good),
            "rows": lambda: self.rows(good),
        }
        pool = pools[kind]() if kind in pools else self.plain()[kind]
        return self.chance.choice(pool)

    def plain(self) -> dict[str, list[Any]]:
        """Return invalid arguments that are numbers or lists."""
        players, size = self.calls.players, len(self.calls.weights[0])
        never: list[Any] = [None, "1", 1.5, b"1", [], -1, 1 << 40, -(1 << 70)]
        return {
            "move": [None, "1", 1.5, b"1", []],
            "seat": [*never, players, 99],
            "depth": [*never, 65],
            "seed": [None, "1", 0.5, -1, 1 << 64],
            "hint_seed": [None, "1", 0.5, -1, 1 << 64],
            "cap": never,
            "visits": never,
            "count": [*never, 0],
            "game": [*never, GAMES],
            "list": [(), "x", 5, b""],
            "buffer": [None, b"", bytearray(), bytearray(5), "x", memoryview(b"12")],
            "search_options": [None, 5, "x", [], SEARCH_OPTIONS[:-1], [0] * 9, [1 << 40] * 9, ["1"] * 9, [-1] * 9],
            "weights": [None, 5, [], [[]] * players, [[1] * size] * (players + 1), [[1 << 20] * size] * players],
            "feature_weights": [None, 5, "x", [], [1] * (size + 1), [1 << 20] * size, ["1"] * size],
            "network": [
                None,
                5,
                "x",
                [],
                self.calls.network[:-1],
                [[]] * 7,
                [["1"]] * 7,
                [[1 << 40]] * 7,
                [None] * 7,
            ],
            "observer": [None, 5, "x", self.calls.game, *self.calls.foreign_observers],
            "chosen": [None, 5, "x", array("i", [0]), array("d", [0.0] * GAMES), [0] * GAMES],
        }

    def positions(self, good: bytearray) -> list[Any]:
        """Return foreign, short, long, changed and random positions, and values that are no positions."""
        changed, cells = good[:], len(good) - 8
        changed[self.chance.randrange(len(good))] ^= self.chance.randrange(1, 256)
        noise = bytearray(self.chance.randbytes(cells)) + good[-8:]
        cut = good[: self.chance.randrange(len(good))]
        extra = bytearray(self.chance.randbytes(self.chance.randrange(1, 2000)))
        random_bytes = bytearray(self.chance.randbytes(len(good)))
        wrong: list[Any] = [None, 5, "x", bytes(good), memoryview(good), bytearray(), bytearray(len(good))]
        return [*wrong, *self.calls.foreign, changed, noise, noise, cut, good + extra, extra, random_bytes]

    def policies(self) -> list[Any]:
        """Return wrong numbers and types of policies."""
        players = self.calls.players
        return [None, 5, "light", bytes(players - 1), bytes(players + 1), bytes([9] * players), [1] * players]

    def tables(self, good: dict[str, array[int]]) -> list[Any]:
        """Return tables of an observer, one of which is invalid."""
        name = self.chance.choice([name for name, table in good.items() if table])
        table = array("i", good[name])
        table[self.chance.randrange(len(table))] = self.chance.choice([1 << 30, -(1 << 30)])
        without = {other: row for other, row in good.items() if other != name}
        wrong: list[Any] = [None, 5, {}, without, {**good, name: good[name][:-1]}, {**good, name: None}]
        return [*wrong, {**good, name: array("d", good[name])}, {**good, name: table}]

    def rows(self, good: list[Any]) -> list[Any]:
        """Return rows of a batch, one of which is invalid."""
        n = self.chance.randrange(len(good))
        options: list[Any] = [None, b"12", good[n][:-1], array("d", [0.0]), bytes(good[n])]
        wrong = [[*good[:n], option, *good[n + 1 :]] for option in options]
        return [None, 5, [], good[:-1], *wrong]
