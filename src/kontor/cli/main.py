"""The command `kontor`, which loads and runs its subcommands."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import Any, NoReturn

import click

import kontor
from kontor.cli.environment import check_environment
from kontor.cli.errors import error_handling, one_sentence
from kontor.cli.groups import HelpfulGroup
from kontor.core.suggestions import did_you_mean

COMMANDS = (
    *("games", "rules", "play", "show", "legal", "apply", "score", "replay", "analyze", "puzzles"),
    *("simulate", "tournament", "balance", "train", "perft", "serve", "backup", "restore", "admin", "ratings"),
)


class CommandGroup(HelpfulGroup):
    """The subcommands, each imported only when it is called, so that quick ones start quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the subcommands in the order of the help text."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a subcommand by its name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"kontor.cli.{cmd_name}").command
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a subcommand; every error gets a sentence and an exit code."""
        with error_handling():
            check_environment(os.environ)
            return super().invoke(ctx)

    def main(self, *args: Any, **options: Any) -> NoReturn:
        """Run the command and exit, with at most one sentence on standard error."""
        color = False if os.environ.get("NO_COLOR") else None  # None: colours only on a terminal
        try:
            super().main(*args, **{"color": color, **options, "standalone_mode": False})
        except click.ClickException as failure:
            click.echo(f"kontor: {one_sentence(failure_message(failure))}", err=True)
            sys.exit(failure.exit_code)
        sys.exit(0)


def failure_message(failure: click.ClickException) -> str:
    """Return the message of an exception; that of a misspelt option suggests the nearest options."""
    if not isinstance(failure, click.NoSuchOption) or failure.ctx is None:
        return failure.format_message()
    known = [name for parameter in failure.ctx.command.get_params(failure.ctx) for name in parameter.opts]
    return f"no option is named {failure.option_name!r}.{did_you_mean(failure.option_name, known)}"


@click.group(
    cls=CommandGroup,
    no_args_is_help=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(kontor.__version__, prog_name="kontor", message="%(prog)s %(version)s")
def main() -> None:
    """Play, check, simulate and study board games.

    FILE is a record, or a position with its setup: {"setup": {...}, "position": {...}}; `-` is standard
    input. With --json a command prints one JSON document and nothing else.

    Exit codes: 0 success, 1 a check failed, 2 the call or the input was invalid.
    """
