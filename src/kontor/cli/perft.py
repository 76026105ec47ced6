"""`kontor perft`: count the lines of play from a position."""

from __future__ import annotations

import click

from kontor.cli.printing import print_json
from kontor.cli.reading import example, file_argument, given, json_option
from kontor.core.game import Game, PositionBytes

AT_ONCE = 2


@click.command("perft", epilog=example("kontor perft position.json --depth 3"))
@file_argument
@click.option("--depth", type=click.IntRange(0, 20), required=True, help="How many moves long a line is.")
@json_option
def command(path: str, depth: int, as_json: bool) -> None:
    """Count the lines of legal moves of a given length, chance moves included.

    FILE is a record, or a position with its setup; - is standard input. Lines that end early do not count.
    """
    source = given(path)
    lines = count_leaves(source.game, source.position, depth)
    print_json({"depth": depth, "lines": lines}) if as_json else click.echo(f"depth {depth}: {lines} lines")


def count_leaves(game: Game, position: PositionBytes, depth: int) -> int:
    """How many lines begin here; deep counts are split up, since a kernel does not hear Ctrl-C."""
    if depth <= AT_ONCE:
        return game.perft(position, depth)
    count = 0
    for move in game.legal_moves(position):
        after = position[:]
        game.advance(after, move)
        count += count_leaves(game, after, depth - 1)
    return count
