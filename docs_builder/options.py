"""Every option of every verb of the command line, as its program knows them."""

from __future__ import annotations

from collections.abc import Iterator

import click

from docs_builder.prose import table
from kontor.cli.main import VERBS, main


def options_text() -> str:
    """What `--help` tells of all verbs, as Markdown."""
    return "\n\n".join(["", "## Every option", *(part for verb in VERBS for part in verb_parts(verb))]) + "\n"


def verb_parts(verb: str) -> Iterator[str]:
    """A verb: how it is called, what it does, its options."""
    context = click.Context(main, info_name="kontor")
    command = main.get_command(context, verb)
    if command is None:
        raise LookupError(f"kontor has no verb {verb}.")
    inner = click.Context(command, info_name=verb, parent=context)
    yield f"### kontor {verb}"
    yield f"```text\n{command.get_usage(inner).removeprefix('Usage: ')}\n```"
    yield (command.help or "").strip()
    options = [each for each in command.get_params(inner) if isinstance(each, click.Option)]
    yield table(("option", ""), [option_row(each, inner) for each in options])


def option_row(option: click.Option, context: click.Context) -> tuple[str, str]:
    """The names of an option, and what it is for."""
    record = option.get_help_record(context) or (", ".join(option.opts), "")
    return f"`{record[0]}`", record[1]
