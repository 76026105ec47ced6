"""Varied positions of every configuration of all games, for tests of round trips."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import cycle, islice
from random import Random
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.values import PositionBytes

CAPS = (1, 5, 20, 60, 200)  # turns of a game before its positions are taken
PER_GAME = 3  # positions taken from one game
VIEWS = 5  # every fifth position is what a seat or a spectator sees of it
SWITCHED: list[dict[str, Any]] = [
    {"game": "teutonica", "switches": {"marker_facing": "down", "marker_stuck": "discard"}},
    {"game": "teutonica", "players": 3, "modules": ["promo-markers"], "switches": {"markers_mid_action": True}},
    {
        "game": "teutonica",
        "players": 2,
        "modules": ["mission-cards"],
        "switches": {"displaced_order": "displaced-first"},
    },
    {"game": "hansa", "players": 3, "start_player": 2, "modules": ["extra-card"], "switches": {"ties": "everybody"}},
]


@cache
def every_setup() -> list[dict[str, Any]]:
    """Return every configuration of all games, and some with unusual switches."""
    return [
        *SWITCHED,
        *(setup for name in ("teutonica", "hansa") for setup in registry.game_type(name).configurations()),
    ]


def varied_positions(count: int, seed: int = 1, per_game: int = PER_GAME) -> Iterator[tuple[Game, PositionBytes]]:
    """Yield positions of all configurations in turn: starts, decisions under way, ends, and views of them."""
    random = Random(seed)
    for n, (game, position) in enumerate(islice(_positions(random, per_game), count)):
        if n % VIEWS == 0:
            position = game.view(position, random.choice([None, *range(game.players)]))
        yield game, position


def _positions(random: Random, per_game: int) -> Iterator[tuple[Game, PositionBytes]]:
    for setup in cycle(every_setup()):
        game = registry.game(setup)
        yield from islice(_positions_of(game, random), per_game)


def _positions_of(game: Game, random: Random) -> Iterator[tuple[Game, PositionBytes]]:
    """Yield some positions of one game in which the seats play well or at random."""
    position = game.start()
    agents = [random.choice(["light", "uniform"]) for _ in range(game.players)]
    moves = game.play_out(position[:], random.getrandbits(30), agents, random.choice(CAPS), keep_moves=True).moves
    wanted = {random.randrange(len(moves) + 1) for _ in range(PER_GAME - 1)} | {len(moves)}
    for n, move in enumerate([*moves, None]):
        if n in wanted:
            yield game, position[:]
        if move is not None:
            game.advance(position, move)
