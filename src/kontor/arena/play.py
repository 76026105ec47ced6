"""The one loop that plays a game between agents."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from kontor.core.agent import Agent, Budget, chance_move
from kontor.core.game import Game, PositionBytes, Seat
from kontor.core.record import Record, record_of
from kontor.kernel.generator import MASK, Generator, scramble
from kontor.kernel.seats import CHANCE, GAME_OVER


@dataclass(frozen=True)
class Fault:
    """What an agent did wrong: a word for the sort, a sentence that names the agent, and where it sat."""

    agent: str
    sort: str
    sentence: str
    seat: Seat = GAME_OVER


class FaultyAgent(Exception):
    """An agent failed to decide, and its game cannot go on."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.sentence)
        self.fault = fault


@dataclass(frozen=True)
class Played:
    """A game that was played: its moves, where they led, whether its driver stopped it, and whose fault ended it."""

    moves: list[int]
    position: PositionBytes
    capped: bool
    fault: Fault | None = None


def game_seed(seed: int, number: int) -> int:
    """The seed of one of many games."""
    return scramble(scramble(seed & MASK) ^ number)


def generators(seed: int, players: int) -> dict[Seat, Generator]:
    """A stream of random numbers for chance and one for every seat, none of them known to another."""
    return {seat: Generator(game_seed(seed, seat & MASK)) for seat in (CHANCE, *range(players))}


def play(
    game: Game,
    agents: Sequence[Agent],
    seed: int,
    cap: int,
    budget: Budget | None = None,
    heard: Callable[[int], object] = lambda move: None,
) -> Played:
    """Play until the game is over, an agent fails or the turn number passes the cap; `heard` hears of every move."""
    position, streams, moves = game.start(), generators(seed, game.players), list[int]()
    while (seat := game.to_move(position)) != GAME_OVER and game.turn(position) <= cap:
        try:
            move = decide(game, position, agents, budget or Budget(), streams[seat])
        except FaultyAgent as problem:
            return Played(moves, position, False, replace(problem.fault, seat=seat))
        game.advance(position, move)
        moves.append(move)
        heard(move)
    return Played(moves, position, game.ended_by(position) is None)


def decide(game: Game, position: PositionBytes, agents: Sequence[Agent], budget: Budget, generator: Generator) -> int:
    """The move of whoever is to move; an agent sees what its seat may see."""
    seat = game.to_move(position)
    if seat == CHANCE:
        return chance_move(game, position, generator)
    return agents[seat].choose(game, game.view(position, seat), budget, generator)


def record(game: Game, played: Played) -> Record:
    """The record of a game that was played."""
    return record_of(game, played.moves, played.position, played.capped)
