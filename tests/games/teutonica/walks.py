"""Games, random walks and round trips for the tests of positions."""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from kontor.core.values import PositionBytes
from kontor.games.teutonica.game import Teutonica
from kontor.games.teutonica.setup import configurations

Content = dict[str, Any]
Setup = Mapping[str, Any]

HANSE: Setup = {}
EAST: Setup = {"board": "east-3-5", "players": 3}
BRITANNIA: Setup = {"board": "britannia-4-5", "players": 4}
NEUTRAL: Setup = {"players": 2, "modules": ["two-player-neutral"]}
PAWN: Setup = {"edition": "first", "players": 2, "modules": ["two-player-pawn"]}
CARDS: Setup = {"modules": ["mission-cards"]}
FAVOURS: Setup = {"modules": ["emperors-favour"]}
PROMOS: Setup = {"modules": ["promo-markers"]}
EVERY_SETUP = list(configurations())


@cache
def game_of(key: str) -> Teutonica:
    """Return a game, cached by its setup."""
    return Teutonica(json.loads(key))


def game(setup: Setup = HANSE) -> Teutonica:
    """Return the game of a setup."""
    return game_of(json.dumps(setup, sort_keys=True))


def through_text(content: Content) -> Content:
    """Return data after writing it as JSON and reading it."""
    copy: Content = json.loads(json.dumps(content))
    return copy


def assert_round_trip(played: Teutonica, position: PositionBytes) -> Content:
    """Check that the printed position gives equal bytes, and return it."""
    content = through_text(played.position_json(position))
    assert played.read_position(content) == position
    return content


def random_walk(played: Teutonica, position: PositionBytes, seed: int, steps: int) -> Iterator[PositionBytes]:
    """Yield the positions of a game in which every second seat plays at random."""
    agents = [("light", "uniform")[(seat + seed) % 2] for seat in range(played.players)]
    last_turn = played.turn(position) + steps // 3
    moves = played.play_out(position[:], seed, agents, last_turn, keep_moves=True).moves
    yield position
    for move in moves[:steps]:
        played.advance(position, move)
        yield position


def tasks_of(content: Content) -> set[str]:
    """Return the names of the tasks under way."""
    return {frame["task"] for frame in content.get("pending", {}).get("tasks", [])}


def takes_traders(space: str, setup: Setup = HANSE) -> bool:
    """Return whether a space accepts traders."""
    route, n = space.split(".")
    found = next(other for other in game(setup).board.json["routes"] if other["id"] == route)
    return bool(found["spaces"][int(n) - 1] == "any")
