"""Whole turns: where they begin, how they are played, and when two of them are equivalent."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator

from kontor.core import registry
from kontor.core.agent import Agent, Budget
from kontor.core.game import Game
from kontor.core.values import PositionBytes
from kontor.kernel.generator import Generator
from kontor.kernel.seats import GAME_OVER
from kontor.study.decisions import Decision


def first_decisions(decisions: Iterable[Decision]) -> Iterator[Decision]:
    """Yield the first decision of every turn."""
    turn = None
    for decision in decisions:
        if decision.turn != turn:
            yield decision
        turn = decision.turn


def is_whole(game: Game, position: PositionBytes, line: Iterable[int]) -> bool:
    """Return whether a line ends its turn: another turn begins, chance moves, or the game is over."""
    after = played(game, position, line)
    return game.to_move(after) < 0 or game.turn(after) != game.turn(position)


def played(game: Game, position: PositionBytes, line: Iterable[int]) -> PositionBytes:
    """Return the position after a line of moves."""
    now = position[:]
    for move in line:
        game.advance(now, move)
    return now


def turn_of(game: Game, position: PositionBytes, agent: Agent, budget: Budget, seed: int) -> tuple[int, ...]:
    """Return the moves of an agent until another seat or chance decides."""
    seat, now, line, generator = game.to_move(position), position[:], list[int](), Generator(seed)
    while game.to_move(now) == seat != GAME_OVER:
        line.append(agent.choose(game, game.view(now, seat), budget, generator))
        game.advance(now, line[-1])
    return tuple(line)


def canonical_position(game: Game, position: PositionBytes) -> str:
    """Return a position as text that is equal for equivalent positions."""
    presentation = registry.game_type(game.setup["game"]).presentation
    return json.dumps(presentation.canonical_position(game.position_json(position)), sort_keys=True)


def canonical_move(game: Game, move: int) -> str:
    """Return a move as text that is equal for equivalent moves."""
    return registry.game_type(game.setup["game"]).presentation.canonical_move(game.move_text(move))
