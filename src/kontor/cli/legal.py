"""`kontor legal`: list the legal moves."""

from __future__ import annotations

import click

from kontor.cli.input_files import example, file_argument, json_option, read_state_file
from kontor.cli.output import mover_json, mover_text, print_json
from kontor.core.state import State


@click.command("legal", epilog=example('echo \'{"setup": {"game": "GAME"}}\' | kontor legal -'))
@file_argument
@json_option
def command(path: str, as_json: bool) -> None:
    """Show which player is to move and every legal move.

    FILE is a record, or a position with its setup; - is standard input.
    """
    state = read_state_file(path)
    print_json(legal_json(state)) if as_json else click.echo(legal_text(state))


def legal_json(state: State) -> dict[str, object]:
    """Return the answer as data."""
    return {
        "to_move": mover_json(state.game, state.raw),
        "number": len(state.moves),
        "moves": [move.json() for move in state.legal_moves],
    }


def legal_text(state: State) -> str:
    """Return the answer as text: a heading, and one move on each line."""
    moves = state.legal_moves
    head = f"{mover_text(state.game, state.raw)}, after {len(state.moves)} moves; {len(moves)} legal:"
    return "\n".join([head, *(f"  {each}" for each in moves)])
