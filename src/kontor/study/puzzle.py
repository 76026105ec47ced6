"""A puzzle: a position at the beginning of a turn, and the one turn that is clearly best."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from kontor.core import registry
from kontor.core.game import Game
from kontor.core.notation import UnknownMove
from kontor.core.values import IllegalMove, PositionBytes, Seat, Setup
from kontor.kernel.runtime.errors import PositionError

FORMAT = 1


class PuzzleError(ValueError):
    """Data that is not a puzzle, or a puzzle that is not valid; the message is one sentence."""


@dataclass(frozen=True)
class Puzzle:
    """A stored puzzle; `chance` is the chance after the solution, `alternative` the best other turn."""

    id: str
    setup: Setup
    position: Mapping[str, Any]
    seat: Seat
    turn: int
    solution: tuple[str, ...]
    chance: float
    alternative: Mapping[str, Any]
    difficulty: int
    missed_by: tuple[str, ...]
    explanation: Mapping[str, Any]
    source: Mapping[str, Any]
    simulations: int
    seed: int
    format: int = FORMAT

    def json(self) -> dict[str, Any]:
        """Return the puzzle as data."""
        return asdict(self)

    def game(self) -> Game:
        """Return the game of the puzzle."""
        return registry.game(self.setup)

    def start(self, game: Game) -> PositionBytes:
        """Return its position, or raise PuzzleError if it is invalid or another seat is to move."""
        try:
            position = game.read_position(self.position)
        except PositionError as problem:
            raise PuzzleError(f"puzzle {self.id}: {problem}") from problem
        if game.to_move(position) != self.seat:
            raise PuzzleError(f"puzzle {self.id}: seat {self.seat} is not to move.")
        return position

    def line(self, game: Game) -> tuple[int, ...]:
        """Return the moves of its solution, or raise PuzzleError if a move is illegal or the turn incomplete."""
        now, line = self.start(game), []
        for text in self.solution:
            try:
                line.append(game.parse_move(text))
                game.advance(now, line[-1])
            except (UnknownMove, IllegalMove) as problem:
                raise PuzzleError(f"puzzle {self.id}: {text!r} is not legal in its solution.") from problem
        if game.to_move(now) == self.seat and game.turn(now) == self.turn:
            raise PuzzleError(f"puzzle {self.id}: its solution ends before the turn does.")
        return tuple(line)


def read_puzzle(content: object) -> Puzzle:
    """Return a puzzle from data, or raise PuzzleError."""
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise PuzzleError(f"a puzzle is an object of format {FORMAT}.")
    names = {each.name for each in fields(Puzzle)}
    if wrong := sorted(names ^ set(content)):
        raise PuzzleError(f"a puzzle has the fields {', '.join(sorted(names))}; {wrong[0]!r} is missing or too much.")
    lists = {name: tuple(content[name]) for name in ("solution", "missed_by")}
    return Puzzle(**{**content, **lists})


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Return puzzles from lines of JSON."""
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(read_puzzle(json.loads(line)))
        except (ValueError, TypeError) as problem:
            raise PuzzleError(f"line {number} holds no puzzle: {problem}") from problem
    return found


def puzzle_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON."""
    return json.dumps(puzzle.json(), separators=(",", ":")) + "\n"
