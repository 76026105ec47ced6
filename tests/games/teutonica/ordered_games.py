"""Games in which displaced players answer by standing orders, played without a server."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from kontor.core import registry
from kontor.core.standing_orders import Extras, Order, PastMove, Put
from kontor.core.values import PositionBytes
from kontor.games.teutonica.game import Teutonica
from kontor.kernel.seats import CHANCE, GAME_OVER

DEFAULT = Order("network", extras="traders")
OFTEN = 0.25  # how often a player displaces who can
MOST_MOVES = 4000
EXTRAS: tuple[Extras, ...] = ("traders", "none", "ask")
PUTS: tuple[Put, ...] = ("ask", "spaces", "city", "city", "network")

Choice = Callable[[Teutonica, PositionBytes, random.Random, int], int]


def choose(game: Teutonica, position: PositionBytes, source: random.Random, seed: int) -> int:
    """Return the move of a player who displaces often, or a chance move."""
    weights = game.chance_weights(position)
    if weights:
        return source.choices(list(weights), list(weights.values()))[0]
    first, last = game.moves.first["displace"], game.moves.first["relocate"]
    displacing = [move for move in game.legal_moves(position) if first <= move < last]
    if displacing and source.random() < OFTEN:
        return source.choice(displacing)
    return game.suggest(position, seed, "light")


class OrderedGame:
    """A game of players who displace often; all have the same default order.

    With `by_order` the orders answer. Without, the displaced players decide themselves, exactly as ordered.
    """

    def __init__(self, setup: Mapping[str, Any], seed: int, by_order: bool = True) -> None:
        game = registry.shared_game(setup)
        assert isinstance(game, Teutonica)
        self.game = game
        self.seed = seed
        self.by_order = by_order
        self.words: list[str] = []
        self.displacements = 0
        self.waited = 0

    def play(self) -> OrderedGame:
        """Play to the end."""
        game, position, source = self.game, self.game.start(), random.Random(self.seed)
        past: list[PastMove] = []
        while game.to_move(position) != GAME_OVER and len(self.words) < MOST_MOVES:
            ordered = self.ordered_move(position, past)
            move = choose(game, position, source, self.seed + len(self.words)) if ordered is None else ordered
            past.append(PastMove(position[:], move, by_order=ordered is not None and self.by_order))
            self.words.append(game.move_text(move))
            game.advance(position, move)
        return self

    def ordered_move(self, position: PositionBytes, past: list[PastMove]) -> int | None:
        """Return the move that the order of a displaced player means, and count displacements and questions."""
        orders, seat = self.game.standing_orders, self.game.to_move(position)
        if seat == CHANCE or orders.waiting(position) != seat:
            return None
        is_new = self.words[-1].startswith("displace")
        self.displacements += is_new
        if self.by_order and orders.departure(seat, reversed(past)) is None:
            return None
        move = orders.move(self.game.view(position, seat), DEFAULT)
        self.waited += move is None
        return move


def displaced_positions(game: Teutonica, source: random.Random, most: int) -> Iterator[PositionBytes]:
    """Return positions in which a player answers for an own piece, from a random game; all answers are random."""
    position, found, moves = game.start(), 0, 0
    while game.to_move(position) != GAME_OVER and found < most and moves < MOST_MOVES:
        seat = game.to_move(position)
        waiting = seat != CHANCE and game.standing_orders.waiting(position) == seat
        if waiting:
            found += 1
            yield game.view(position, seat)
        move = source.choice(game.legal_moves(position)) if waiting else choose(game, position, source, moves)
        game.advance(position, move)
        moves += 1


def random_order(game: Teutonica, position: PositionBytes, source: random.Random) -> Order:
    """Return any order that may be given to the displaced piece."""
    extras = source.choice(EXTRAS)
    put = source.choice(PUTS)
    if put == "spaces":
        return Order("spaces", tuple(source.sample(game.board.spaces, source.randint(1, 6))), extras=extras)
    if put == "city":
        return Order("city", city=source.choice(game.board.cities), extras=extras)
    return Order(put, extras=extras)


def distances(game: Teutonica, city: str) -> dict[str, int]:
    """Return for every route the number of routes between it and a city, found by breadth-first search."""
    routes = [(route["id"], set(route["ends"])) for route in game.board.json["routes"]]
    steps: dict[str, int] = {}
    reached, count = {city}, 0
    while len(steps) < len(routes):
        found = {name: ends for name, ends in routes if name not in steps and ends & reached}
        if not found:
            break
        steps |= dict.fromkeys(found, count)
        reached |= set().union(*found.values())
        count += 1
    return steps
