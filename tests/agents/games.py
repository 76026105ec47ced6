"""Shared helpers of the agent tests: configurations, games between agents, and positions in the middle of them."""

from __future__ import annotations

from collections.abc import Iterator

from kontor.agents.catalog import agent
from kontor.arena.seating import seating
from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game
from kontor.core.values import PositionBytes, Setup
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
    """Return the agent's own budget in simulations, so that games do not depend on the machine."""
    own = getattr(player, "budget", None)
    return Budget(playouts=max(1, round(own.seconds * pace))) if own and own.seconds else Budget()


def decide(game: Game, position: PositionBytes, agents: list[Agent], generator: Generator, pace: int) -> int:
    """Return the move of chance or of the seat to move."""
    seat = game.to_move(position)
    if seat == CHANCE:
        return chance_move(game, position, generator)
    return agents[seat].choose(game, game.view(position, seat), budget_of(agents[seat], pace), generator)


def play(game: Game, names: list[str], seed: int, cap: int, pace: int = BRISK) -> tuple[PositionBytes, list[int]]:
    """Play a game between agents; the game checks every move."""
    position, generator, moves = game.start(), Generator(seed), list[int]()
    agents = [agent(name) for name in names]
    while game.to_move(position) != GAME_OVER and game.turn(position) <= cap:
        moves.append(decide(game, position, agents, generator, pace))
        game.advance(position, moves[-1])
    return position, moves


def wins(game: Game, name: str, other: str, games: int, pace: int = BRISK) -> float:
    """Return the games one agent wins against another with half of the seats each; shared wins are divided."""
    won = 0.0
    for number in range(games):
        names = seating([name, other], game.players, number)
        position, _ = play(game, names, number, 400, pace)
        winners = game.scores(position).winners
        won += sum(names[seat] == name for seat in winners) / len(winners)
    return won


def game_of_light(game: Game, seed: int = 1) -> Iterator[PositionBytes]:
    """Yield the positions of a game between light players, without those in which chance moves."""
    position, generator = game.start(), Generator(seed)
    while game.to_move(position) != GAME_OVER:
        if game.to_move(position) == CHANCE:
            game.advance(position, chance_move(game, position, generator))
        else:
            yield position[:]
            game.advance(position, game.suggest(position, generator.below(1 << 30), "light"))


def in_turn(game: Game, turn: int, seed: int = 1) -> PositionBytes:
    """Return the first decision of a turn in a game between light players."""
    return next(position for position in game_of_light(game, seed) if game.turn(position) == turn)
