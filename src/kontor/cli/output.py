"""Output: JSON for programs, aligned text for people."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from shutil import get_terminal_size
from typing import Any

import click

from kontor.core.game import Game
from kontor.core.values import Event, PositionBytes, ScoreSheet
from kontor.kernel.seats import CHANCE, GAME_OVER

MAX_WIDTH = 100


def text_width() -> int:
    """Return the width of the terminal, or of text in a file, up to a readable length."""
    return min(get_terminal_size((MAX_WIDTH, 24)).columns, MAX_WIDTH)


def print_json(content: object) -> None:
    """Print one JSON document."""
    click.echo(json.dumps(content))


def table(rows: Iterable[Sequence[object]], indent: int = 2) -> str:
    """Return rows as aligned columns: the first to the left, the others to the right."""
    cells = [[str(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = []
    for first, *others in cells:
        right = [cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True)]
        lines.append(" " * indent + "  ".join([first.ljust(widths[0]), *right]).rstrip())
    return "\n".join(lines)


def name_value_lines(pairs: Iterable[tuple[str, object]], indent: int = 2) -> str:
    """Return names and values in two aligned columns."""
    rows = [(name, str(value)) for name, value in pairs]
    width = max((len(name) for name, _ in rows), default=0)
    return "\n".join(f"{' ' * indent}{name.ljust(width)}  {value}".rstrip() for name, value in rows)


def mover_json(game: Game, position: PositionBytes) -> int | str | None:
    """Return who is to move as data: a seat, `chance`, or None when the game is over."""
    seat = game.to_move(position)
    return {CHANCE: "chance", GAME_OVER: None}.get(seat, seat)


def mover_text(game: Game, position: PositionBytes) -> str:
    """Return who is to move as a clause."""
    seat = game.to_move(position)
    if seat == GAME_OVER:
        return f"The game is over ({game.ended_by(position)})"
    return "Chance is to move" if seat == CHANCE else f"Seat {seat} is to move"


def event_json(event: Event) -> dict[str, Any]:
    """Return an event as data."""
    return {"event": event.name, **event.facts}


def event_text(event: Event) -> str:
    """Return an event on one line."""
    return " ".join([event.name, *(f"{name}={value}" for name, value in event.facts.items())])


def sheet_text(sheet: ScoreSheet) -> str:
    """Return a score sheet: a row per line, a column per seat."""
    head = ["", *(f"seat {seat}" for seat in range(len(sheet.scores)))]
    lines = [[line, *(score.lines[line] for score in sheet.scores)] for line in sheet.scores[0].lines]
    return table([head, *lines, ["total", *(score.total for score in sheet.scores)]])


def winners_text(sheet: ScoreSheet) -> str:
    """Return who wins, as a clause."""
    seats = [f"seat {seat}" for seat in sheet.winners]
    return f"{seats[0].capitalize()} wins" if len(seats) == 1 else f"{' and '.join(seats).capitalize()} share the win"
