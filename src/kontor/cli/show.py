"""`kontor show`: draw a position as text, or as a picture."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kontor.cli.errors import InvalidInput
from kontor.cli.input_files import example, file_argument, read_state_file
from kontor.core.position_text_board import position_text_board
from kontor.core.record import shorten
from kontor.core.state import State
from kontor.core.state_data import replayed
from kontor.core.values import Seat
from kontor.terminal.screen import Screen


@click.command("show", epilog=example("kontor show record.json --at 20"))
@file_argument
@click.option("--at", "number", type=click.IntRange(0), metavar="N", help="The position after N moves of a record.")
@click.option("--seat", type=click.IntRange(0), help="Show only what this seat may know.")
@click.option("--width", type=click.IntRange(60, 400), help="The width in columns; by default that of the terminal.")
@click.option("--svg", metavar="OUT", help="Write the map as an SVG file instead.")
def command(path: str, number: int | None, seat: int | None, width: int | None, svg: str | None) -> None:
    """Draw a position, or the end of a record.

    FILE is a record, a position with its setup, or a state as one line of text; - is
    standard input. Colours are used on terminals only.
    """
    state = read_file(path, number)
    if seat is not None:
        state = seen_by(state, seat)
    if svg is not None:
        write_svg(state, svg)
        return
    screen = Screen()
    options = {"width": width or screen.width, "colour": screen.colour}
    click.echo(position_text_board(state.game, state.raw, **options), file=sys.stdout, color=screen.colour)


def read_file(path: str, number: int | None) -> State:
    """Return the state in a file, or the state after some moves of the record in it."""
    state = read_state_file(path)
    if number is None:
        return state
    if not state.moves and number:
        raise InvalidInput("--at needs a record: the input is a position without moves.")
    return replayed(shorten(state.record(), number), chance="manual")


def seen_by(state: State, seat: Seat) -> State:
    """Return what a seat may know of a state."""
    if seat >= state.game.players:
        raise InvalidInput(f"--seat {seat} does not exist: seats are numbered from 0 to {state.game.players - 1}.")
    return state.view(seat)


def write_svg(state: State, path: str) -> None:
    """Write the map of a state as an SVG file."""
    drawing = state.svg()
    if not drawing:
        raise InvalidInput(f"there is no map of {state.game.setup['game']}: leave out --svg.")
    try:
        Path(path).write_text(drawing, encoding="utf-8")
    except OSError as problem:
        raise InvalidInput(f"the file {path!r} cannot be written: {problem.strerror}.") from problem
