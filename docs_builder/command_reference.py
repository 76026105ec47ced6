"""The reference of all options of the command line, generated from its commands."""

from __future__ import annotations

from collections.abc import Iterator

import click

from docs_builder.markdown import table
from kontor.cli.main import COMMANDS, main


def command_reference() -> str:
    """Return the help of all commands as Markdown."""
    return (
        "\n\n".join(
            ["", "## All options", *(part for command_name in COMMANDS for part in command_parts(command_name))]
        )
        + "\n"
    )


def command_parts(command_name: str) -> Iterator[str]:
    """Yield usage, description and options of a command."""
    context = click.Context(main, info_name="kontor", **main.context_settings)
    command = main.get_command(context, command_name)
    if command is None:
        raise LookupError(f"kontor has no command {command_name}.")
    inner = click.Context(command, info_name=command_name, parent=context)
    yield f"### kontor {command_name}"
    yield f"```text\n{command.get_usage(inner).removeprefix('Usage: ')}\n```"
    yield (command.help or "").strip()
    options = [each for each in command.get_params(inner) if isinstance(each, click.Option)]
    yield table(("option", ""), [option_row(each, inner) for each in options])


def option_row(option: click.Option, context: click.Context) -> tuple[str, str]:
    """Return the names of an option, and its help."""
    record = option.get_help_record(context) or (", ".join(option.opts), "")
    return f"`{record[0]}`", record[1]
