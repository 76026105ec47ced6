"""Boards as text: the options, what all games have in common, and the board of a game that draws none of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kontor.core.styled_text import StyledText, styled, wrapped
from kontor.kernel.seats import CHANCE, GAME_OVER

MIN_WIDTH = 60


@dataclass(frozen=True)
class TextBoardOptions:
    """How a position is drawn as text, and what the rules derive from the position."""

    width: int = 80
    colour: bool = False
    short: bool = False  # without empty places
    names: Sequence[str] = ()  # of the seats
    to_move: int | None = None  # the seat that decides, CHANCE or GAME_OVER
    marked: frozenset[str] = frozenset()  # places to highlight
    derived: Mapping[str, Any] = field(default_factory=dict)  # `Game.derived_state`

    def seat_label(self, seat: object) -> str:
        """Return the number of a seat, with its name if it has one."""
        named = isinstance(seat, int) and seat < len(self.names) and self.names[seat]
        return f"{seat} {self.names[seat]}" if named and isinstance(seat, int) else str(seat)

    def mover(self, active: int | None) -> str:
        """Return who is to move as a clause; without `to_move` it is the active seat."""
        seat = active if self.to_move is None else self.to_move
        if seat == GAME_OVER:
            return "the game is over"
        if seat is None or seat == CHANCE:
            return "chance is to move"
        return f"seat {self.seat_label(seat)} is to move"


def setup_lines(title: str, setup: Mapping[str, Any], width: int) -> Iterator[StyledText]:
    """Yield the title of the game and its configuration."""
    chosen = [str(setup[name]) for name in ("edition", "board") if name in setup]
    labels = [*chosen, f"{setup['players']} players", *setup.get("modules", [])]
    yield from wrapped(f"{title}: ", [styled(label) for label in labels], width)


def rendered(lines: Iterator[StyledText], options: TextBoardOptions) -> str:
    """Return lines as one text."""
    return "\n".join(line.render(options.colour) for line in lines)


def generic_board(setup: Mapping[str, Any], position: Mapping[str, Any], options: TextBoardOptions) -> str:
    """Return the fields of a position, for games that have no text board of their own."""
    return rendered(generic_lines(setup, position, options), options)


def generic_lines(
    setup: Mapping[str, Any], position: Mapping[str, Any], options: TextBoardOptions
) -> Iterator[StyledText]:
    """Yield the setup, the seat to move and every field of the position."""
    width = max(options.width, MIN_WIDTH)
    yield from setup_lines(str(setup["game"]), setup, width)
    yield styled(options.mover(position.get("active")).capitalize() + ".")
    for name, value in position.items():
        words = [styled(word) for word in json.dumps(value, ensure_ascii=False).split(" ")]
        yield from wrapped(f"{name}: ", words, width, " ")
