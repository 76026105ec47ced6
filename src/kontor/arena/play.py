"""The one loop that plays a game between agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import CHANCE, NOBODY, Game, Position
from kontor.core.generator import MASK, Generator, scramble
from kontor.core.record import Record, record_of


@dataclass(frozen=True)
class Played:
    """A game that was played: its moves, where they led, and whether its driver stopped it."""

    moves: list[int]
    position: Position
    capped: bool


def game_seed(seed: int, number: int) -> int:
    """The seed of one of many games."""
    return scramble(scramble(seed & MASK) ^ number)


def play(game: Game, agents: Sequence[Agent], seed: int, cap: int, budget: Budget | None = None) -> Played:
    """Play from the start until the game is over or the turn number passes the cap, one agent per seat."""
    position, generator, moves = game.start(), Generator(seed), list[int]()
    while game.to_move(position) != NOBODY and game.turn(position) <= cap:
        move = decide(game, position, agents, budget or Budget(), generator)
        game.advance(position, move)
        moves.append(move)
    return Played(moves, position, game.ended_by(position) is None)


def decide(game: Game, position: Position, agents: Sequence[Agent], budget: Budget, generator: Generator) -> int:
    """The move of whoever is to move; an agent sees what its seat may see."""
    seat = game.to_move(position)
    if seat == CHANCE:
        return chance_move(game, position, generator)
    return agents[seat].choose(game, game.view(position, seat), budget, generator)


def record(game: Game, played: Played) -> Record:
    """The record of a game that was played."""
    return record_of(game, played.moves, played.position, played.capped)
