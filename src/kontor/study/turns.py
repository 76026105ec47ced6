"""Whole turns: where they begin, how they are played, and when two of them come to the same."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from kontor.core.agent import Agent, Budget
from kontor.core.game import Game, PositionBytes
from kontor.kernel.generator import Generator
from kontor.kernel.seats import GAME_OVER
from kontor.study.decisions import Decision


def first_decisions(course: Iterable[Decision]) -> Iterator[Decision]:
    """The decisions that open a turn."""
    turn = None
    for decision in course:
        if decision.turn != turn:
            yield decision
        turn = decision.turn


def is_whole(game: Game, position: PositionBytes, line: Iterable[int]) -> bool:
    """Whether a line ends its turn: the next one begins, chance decides what was drawn, or the game is over."""
    after = played(game, position, line)
    return game.to_move(after) < 0 or game.turn(after) != game.turn(position)


def played(game: Game, position: PositionBytes, line: Iterable[int]) -> PositionBytes:
    """The position after a line of moves."""
    now = position[:]
    for move in line:
        game.advance(now, move)
    return now


def turn_of(game: Game, position: PositionBytes, agent: Agent, budget: Budget, seed: int) -> tuple[int, ...]:
    """What an agent does until somebody else decides."""
    seat, now, line, generator = game.to_move(position), position[:], list[int](), Generator(seed)
    while game.to_move(now) == seat != GAME_OVER:
        line.append(agent.choose(game, game.view(now, seat), budget, generator))
        game.advance(now, line[-1])
    return tuple(line)


def outcome(game: Game, position: PositionBytes) -> str:
    """A position as text in which it does not matter on which spaces of a route the pieces stand."""
    content: dict[str, Any] = dict(game.position_json(position))
    spaces: dict[str, Any] = content.pop("spaces", {})
    on_routes = Counter((space.rpartition(".")[0], *map(str, piece)) for space, piece in spaces.items())
    for name in ("unused_markers", "used_markers"):
        content[name] = {seat: sorted(markers) for seat, markers in content.get(name, {}).items()}
    return json.dumps([sorted(map(list, on_routes.items())), content], sort_keys=True)


def sort_of(words: str) -> str:
    """A move in words without the number of a space, since spaces of a route come to the same."""
    verb, *fields = words.split()
    return " ".join([verb, *(field.rpartition(".")[0] or field for field in fields)])
