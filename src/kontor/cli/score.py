"""`kontor score`: show the score sheet as if the game ended now."""

from __future__ import annotations

import click

from kontor.cli.input_files import example, file_argument, json_option, read_state_file
from kontor.cli.output import mover_text, print_json, sheet_text, winners_text


@click.command("score", epilog=example("kontor score record.json"))
@file_argument
@json_option
def command(path: str, as_json: bool) -> None:
    """Show the score sheet as if the game ended now.

    FILE is a record, or a position with its setup; - is standard input.
    """
    state = read_state_file(path)
    sheet = state.scores()
    if as_json:
        print_json(sheet.json())
    else:
        mover = mover_text(state.game, state.raw)
        click.echo(f"{sheet_text(sheet)}\n\n{winners_text(sheet)}. {mover}, after {len(state.moves)} moves.")
