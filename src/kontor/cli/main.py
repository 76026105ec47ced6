"""The command `kontor`: finds the verb and runs it."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, NoReturn

import click

import kontor
from kontor.cli.failures import failures, one_sentence

VERBS = (
    *("games", "legal", "apply", "score", "replay", "analyze", "puzzles"),
    *("simulate", "tournament", "balance", "perft", "serve", "backup", "restore"),
)


class Verbs(click.Group):
    """The verbs, each loaded when it is called, so that a quick one starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The verbs in the order in which one meets them."""
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of a verb."""
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"kontor.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a verb; whatever goes wrong gets a sentence and an exit code."""
        with failures():
            return super().invoke(ctx)

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run the command and leave, with at most one sentence on standard error."""
        try:
            super().main(*args, **{**options, "standalone_mode": False})
        except click.ClickException as failure:
            click.echo(f"kontor: {one_sentence(failure.format_message())}", err=True)
            sys.exit(failure.exit_code)
        sys.exit(0)


@click.group(cls=Verbs, no_args_is_help=False)
@click.version_option(kontor.__version__, prog_name="kontor", message="%(prog)s %(version)s")
def main() -> None:
    """Play, check and simulate the Hanse board games.

    FILE is a record, or a position with its setup: {"setup": {...}, "position": {...}}; `-` is standard
    input. With --json a command prints one JSON document and nothing else.

    Exit codes: 0 done, 1 the thing asked about is not so, 2 the call or the input was wrong.
    """
