"""`kontor legal`: who is to move and every legal move."""

from __future__ import annotations

import click

from kontor.cli.printing import mover_json, mover_text, print_json
from kontor.cli.reading import Given, example, file_argument, given, json_option


@click.command("legal", epilog=example('echo \'{"setup": {"game": "teutonica"}, "position": {}}\' | kontor legal -'))
@file_argument
@json_option
def command(path: str, as_json: bool) -> None:
    """List who is to move and every legal move.

    FILE is a record, or a position with its setup; - is standard input.
    """
    source = given(path)
    print_json(legal_json(source)) if as_json else click.echo(legal_text(source))


def legal_json(source: Given) -> dict[str, object]:
    """The answer as data."""
    game, position = source.game, source.position
    return {
        "to_move": mover_json(game, position),
        "number": source.number,
        "moves": [game.move_json(move) for move in game.legal_moves(position)],
    }


def legal_text(source: Given) -> str:
    """The answer as text: a head, and one move on each line."""
    game, position = source.game, source.position
    words = [game.move_text(move) for move in game.legal_moves(position)]
    head = f"{mover_text(game, position)}, after {source.number} moves; {len(words)} legal:"
    return "\n".join([head, *(f"  {each}" for each in words)])
