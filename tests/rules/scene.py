"""What the scenarios of both games share: questions to a position, and playing on from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Self

from kontor.core.game import Game, Refusal, ScoreSheet
from kontor.kernel.seats import CHANCE, GAME_OVER


class Scene:
    """A game at a position; a game's own scenario says how to set one up and adds its questions."""

    game: Game

    def __init__(self, game: Game, fields: Mapping[str, Any]) -> None:
        self.game = game
        self.position = game.read_position({name: plain(value) for name, value in fields.items()})
        self.events: list[Any] = []
        self.made: list[int] = []

    @property
    def json(self) -> dict[str, Any]:
        """The position in the words of the interchange."""
        return self.game.position_json(self.position)

    @property
    def to_move(self) -> int | str | None:
        """The seat that decides, "chance", or None when the game is over."""
        seat = self.game.to_move(self.position)
        return {CHANCE: "chance", GAME_OVER: None}.get(seat, seat)

    @property
    def moves(self) -> list[str]:
        """Every legal move as words."""
        return [self.game.move_text(move) for move in self.game.legal_moves(self.position)]

    def refusal(self, words: str) -> Refusal:
        """Why a move is not legal."""
        return self.game.refusal(self.position, self.game.parse_move(words))

    @property
    def sheet(self) -> ScoreSheet:
        """The score sheet as if the game ended now."""
        return self.game.scores(self.position)

    def line(self, seat: int, name: str) -> int:
        """One line of a seat's score sheet."""
        return self.sheet.scores[seat].lines[name]

    def play(self, *moves: str) -> Self:
        """Make moves one after the other, keeping their events."""
        for words in moves:
            move = self.game.parse_move(words)
            self.events += self.game.events(self.position, move)
            self.game.advance(self.position, move)
            self.made.append(move)
        return self

    def happened(self, name: str) -> list[dict[str, Any]]:
        """The facts of all events of a name so far."""
        return [dict(event.facts) for event in self.events if event.name == name]


def plain(value: Any) -> Any:
    """The value as JSON has it: keys are strings, pairs are lists."""
    if isinstance(value, dict):
        return {str(key): plain(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [plain(inner) for inner in value]
    return value
