"""`kontor legal`: list the legal moves."""

from __future__ import annotations

import click

from kontor.cli.input_files import InputPosition, example, file_argument, json_option, read_position_file
from kontor.cli.output import mover_json, mover_text, print_json


@click.command("legal", epilog=example('echo \'{"setup": {"game": "GAME"}}\' | kontor legal -'))
@file_argument
@json_option
def command(path: str, as_json: bool) -> None:
    """Show which player is to move and every legal move.

    FILE is a record, or a position with its setup; - is standard input.
    """
    source = read_position_file(path)
    print_json(legal_json(source)) if as_json else click.echo(legal_text(source))


def legal_json(source: InputPosition) -> dict[str, object]:
    """Return the answer as data."""
    game, position = source.game, source.position
    return {
        "to_move": mover_json(game, position),
        "number": source.number,
        "moves": [game.move_json(move) for move in game.legal_moves(position)],
    }


def legal_text(source: InputPosition) -> str:
    """Return the answer as text: a heading, and one move on each line."""
    game, position = source.game, source.position
    moves = [game.move_text(move) for move in game.legal_moves(position)]
    head = f"{mover_text(game, position)}, after {source.number} moves; {len(moves)} legal:"
    return "\n".join([head, *(f"  {each}" for each in moves)])
