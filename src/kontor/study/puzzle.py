"""A puzzle: a position at the beginning of a turn, and the one turn that is clearly best there."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from kontor.core import registry
from kontor.core.game import Game, IllegalMove, PositionBytes, Seat, Setup
from kontor.core.notation import UnknownMove
from kontor.kernel.runtime.errors import PositionError

FORMAT = 1


class PuzzleError(ValueError):
    """Something that is no puzzle, or a puzzle that does not hold; the text is one sentence."""


@dataclass(frozen=True)
class Puzzle:
    """What is stored of a puzzle; `chance` is what the solution leaves its seat, `alternative` the best other way."""

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
        """The puzzle as data."""
        return asdict(self)

    def game(self) -> Game:
        """The game it is a position of."""
        return registry.game(self.setup)

    def start(self, game: Game) -> PositionBytes:
        """Its position, or PuzzleError if it is none, or another seat is to move."""
        try:
            position = game.read_position(self.position)
        except PositionError as problem:
            raise PuzzleError(f"puzzle {self.id}: {problem}") from problem
        if game.to_move(position) != self.seat:
            raise PuzzleError(f"puzzle {self.id}: seat {self.seat} is not to move.")
        return position

    def line(self, game: Game) -> tuple[int, ...]:
        """The moves of its solution, or PuzzleError if one is not legal or the turn is not whole."""
        now, line = self.start(game), []
        for words in self.solution:
            try:
                line.append(game.parse_move(words))
                game.advance(now, line[-1])
            except (UnknownMove, IllegalMove) as problem:
                raise PuzzleError(f"puzzle {self.id}: {words!r} is not legal in its solution.") from problem
        if game.to_move(now) == self.seat and game.turn(now) == self.turn:
            raise PuzzleError(f"puzzle {self.id}: its solution ends before the turn does.")
        return tuple(line)


def read_puzzle(content: object) -> Puzzle:
    """A puzzle from data, or PuzzleError."""
    if not isinstance(content, Mapping) or content.get("format") != FORMAT:
        raise PuzzleError(f"a puzzle is an object of format {FORMAT}.")
    names = {each.name for each in fields(Puzzle)}
    if wrong := sorted(names ^ set(content)):
        raise PuzzleError(f"a puzzle has the fields {', '.join(sorted(names))}; {wrong[0]!r} is missing or too much.")
    lists = {name: tuple(content[name]) for name in ("solution", "missed_by")}
    return Puzzle(**{**content, **lists})


def read_puzzles(lines: Iterable[str]) -> list[Puzzle]:
    """Puzzles from lines of JSON."""
    found = []
    for number, line in enumerate(lines, 1):
        try:
            found.append(read_puzzle(json.loads(line)))
        except (ValueError, TypeError) as problem:
            raise PuzzleError(f"line {number} holds no puzzle: {problem}") from problem
    return found


def puzzle_line(puzzle: Puzzle) -> str:
    """A puzzle as a line of JSON."""
    return json.dumps(puzzle.json(), separators=(",", ":")) + "\n"
