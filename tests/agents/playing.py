"""What tests of agents share: configurations, games between agents, and positions in the middle of them."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.agents.catalog import agent
from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game, PositionBytes, Setup
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER

BRISK = 4  # simulations for every second that an agent would take: enough for a search to be one, and soon over

SETUPS: list[Setup] = [
    {"game": "teutonica"},
    {"game": "teutonica", "edition": "first", "players": 2},
    {"game": "teutonica", "edition": "second", "board": "east-3-5", "players": 2},
    {"game": "teutonica", "board": "britannia-4-5", "modules": ["promo-markers"]},
    {"game": "hansa", "players": 3, "modules": ["extra-card"]},
]


def budget_of(player: Agent, pace: int) -> Budget:
    """The agent's own budget, with as many simulations for every second: games that do not depend on the machine."""
    own = getattr(player, "budget", None)
    return Budget(playouts=max(1, round(own.seconds * pace))) if own else Budget()


def decide(table: Game, position: PositionBytes, agents: list[Agent], generator: Generator, pace: int) -> int:
    """The move of whoever is to move."""
    seat = table.to_move(position)
    if seat == CHANCE:
        return chance_move(table, position, generator)
    return agents[seat].choose(table, table.view(position, seat), budget_of(agents[seat], pace), generator)


def play(table: Game, names: list[str], seed: int, cap: int, pace: int = BRISK) -> tuple[PositionBytes, list[int]]:
    """Play a game between agents; every move is checked by the game."""
    position, generator, moves = table.start(), Generator(seed), list[int]()
    agents = [agent(name) for name in names]
    while table.to_move(position) != GAME_OVER and table.turn(position) <= cap:
        moves.append(decide(table, position, agents, generator, pace))
        table.advance(position, moves[-1])
    return position, moves


def wins(table: Game, name: str, others: str, games: int, pace: int = BRISK) -> float:
    """The games one agent wins among others, every seat equally often; shared wins count in parts."""
    won = 0.0
    for number in range(games):
        names = [others] * table.players
        names[number % table.players] = name
        position, _ = play(table, names, number, 400, pace)
        winners = table.scores(position).winners
        won += (number % table.players in winners) / len(winners)
    return won


def game_of_light(table: Game, seed: int = 1) -> Iterator[PositionBytes]:
    """The positions of a game between light players in which somebody decides."""
    position, generator = table.start(), Generator(seed)
    while table.to_move(position) != GAME_OVER:
        if table.to_move(position) == CHANCE:
            table.advance(position, chance_move(table, position, generator))
        else:
            yield position[:]
            table.advance(position, table.suggest(position, generator.below(1 << 30), "light"))


def in_turn(table: Game, turn: int, seed: int = 1) -> PositionBytes:
    """The first decision of a turn in a game between light players."""
    return next(position for position in game_of_light(table, seed) if table.turn(position) == turn)
