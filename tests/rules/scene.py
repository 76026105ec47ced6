"""Base class of the scenarios of both games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from kontor.core.game import Game
from kontor.core.values import Refusal, ScoreSheet
from kontor.kernel.seats import CHANCE, GAME_OVER


class Scene:
    """A game and a position; the scenario of each game adds its own fields and queries."""

    game: Game

    def __init__(self, game: Game, fields: Mapping[str, Any]) -> None:
        self.game = game
        self.position = game.read_position({name: plain(value) for name, value in fields.items()})
        self.events: list[Any] = []
        self.made: list[int] = []

    @property
    def json(self) -> dict[str, Any]:
        """Return the position as data."""
        return self.game.position_json(self.position)

    @property
    def to_move(self) -> int | str | None:
        """Return the seat that decides, "chance", or None when the game is over."""
        seat = self.game.to_move(self.position)
        return {CHANCE: "chance", GAME_OVER: None}.get(seat, seat)

    @property
    def moves(self) -> list[str]:
        """Return every legal move as text."""
        return [self.game.move_text(move) for move in self.game.legal_moves(self.position)]

    def refusal(self, words: str) -> Refusal:
        """Return why a move is not legal."""
        return self.game.refusal(self.position, self.game.parse_move(words))

    @property
    def sheet(self) -> ScoreSheet:
        """Return the score sheet as if the game ended now."""
        return self.game.scores(self.position)

    def line(self, seat: int, name: str) -> int:
        """Return one line of a seat's score sheet."""
        return self.sheet.scores[seat].lines[name]

    def play(self, *moves: str) -> Self:
        """Apply moves and keep their events."""
        for words in moves:
            move = self.game.parse_move(words)
            self.events += self.game.events(self.position, move)
            self.game.advance(self.position, move)
            self.made.append(move)
        return self

    def happened(self, name: str) -> list[dict[str, Any]]:
        """Return the facts of all events with a name."""
        return [dict(event.facts) for event in self.events if event.name == name]


def plain(value: Any) -> Any:
    """Return the value as JSON represents it: string keys, lists instead of tuples."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value
