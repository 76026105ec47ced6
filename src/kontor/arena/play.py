"""The loop that plays a game between agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game
from kontor.core.record import Record, record_of
from kontor.core.seeds import generators
from kontor.core.values import PositionBytes, Seat
from kontor.kernel.generator import Generator
from kontor.kernel.seats import CHANCE, GAME_OVER


@dataclass(frozen=True)
class Fault:
    """What an agent did wrong: a keyword, a sentence that names the agent, and its seat."""

    agent: str
    kind: str
    sentence: str
    seat: Seat = GAME_OVER


class FaultyAgent(Exception):
    """An agent failed to decide, and its game cannot continue."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


@dataclass(frozen=True)
class PlayedGame:
    """A played game: its moves, the last position, whether the turn limit stopped it, and a fault that ended it."""

    moves: list[int]
    position: PositionBytes
    capped: bool
    fault: Fault | None = None


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    cap: int,
    budget: Budget | None = None,
    on_move: Callable[[int], object] = lambda move: None,
) -> PlayedGame:
    """Play until the game is over, an agent fails or the turn number exceeds the cap; `on_move` gets every move."""
    position, streams, moves = game.start(), generators(seed, game.players), list[int]()
    while (seat := game.to_move(position)) != GAME_OVER and game.turn(position) <= cap:
        try:
            move = next_move(game, position, agents, budget or Budget(), streams[seat])
        except FaultyAgent as problem:
            return PlayedGame(moves, position, False, replace(problem.fault, seat=seat))
        game.advance(position, move)
        moves.append(move)
        on_move(move)
    return PlayedGame(moves, position, game.ended_by(position) is None)


def next_move(
    game: Game, position: PositionBytes, agents: Sequence[Agent], budget: Budget, generator: Generator
) -> int:
    """Return the move of chance or of the seat to move; an agent sees only the view of its seat."""
    seat = game.to_move(position)
    if seat == CHANCE:
        return chance_move(game, position, generator)
    return agents[seat].choose(game, game.view(position, seat), budget, generator)


def record_of_game(game: Game, played: PlayedGame) -> Record:
    """Return the record of a played game."""
    return record_of(game, played.moves, played.position, played.capped)
