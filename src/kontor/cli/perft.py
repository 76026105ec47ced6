"""`kontor perft`: count the lines of play from a position."""

from __future__ import annotations

import click

from kontor.cli.input_files import example, file_argument, json_option, read_state_file
from kontor.cli.output import print_json
from kontor.core.game import Game
from kontor.core.values import PositionBytes

KERNEL_DEPTH = 2


@click.command(
    "perft",
    short_help="Count the lines of legal moves of a given length.",
    epilog=example("kontor perft position.json --depth 3"),
)
@file_argument
@click.option("--depth", type=click.IntRange(0, 20), required=True, help="Number of moves of a line.")
@json_option
def command(path: str, depth: int, as_json: bool) -> None:
    """Count the lines of legal moves of a given length, chance moves included.

    FILE is a record, or a position with its setup; - is standard input. Lines that end early do not count.
    """
    state = read_state_file(path)
    lines = perft(state.game, state.raw, depth)
    print_json({"depth": depth, "lines": lines}) if as_json else click.echo(f"depth {depth}: {lines} lines")


def perft(game: Game, position: PositionBytes, depth: int) -> int:
    """Return the number of lines; deep counts are split, because a kernel cannot be interrupted by Ctrl-C."""
    if depth <= KERNEL_DEPTH:
        return game.perft(position, depth)
    count = 0
    for move in game.legal_moves(position):
        after = position[:]
        game.advance(after, move)
        count += perft(game, after, depth - 1)
    return count
