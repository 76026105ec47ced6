"""Options of `kontor admin`: dates, reasons and confirmation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import click

from kontor.cli.errors import CheckFailed, InvalidInput

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_REASON_LENGTH = 300
DAY = 86_400_000
DATES = click.DateTime(["%Y-%m-%d", "%Y-%m-%dT%H:%M"])

limit_option = click.option(
    "--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="How many to list."
)
yes_option = click.option("--yes", is_flag=True, help="Do it without asking.")
until_option = click.option(
    "--until", type=DATES, metavar="DATE", help="The end: 2026-12-31 or 2026-12-31T18:00, in UTC."
)


def reason_option(command: Command) -> Command:
    """Add the reason of an action, which the audit log keeps."""
    return click.option(
        "--reason", required=True, callback=checked_reason, help="Why; the audit log keeps it, and people are told."
    )(command)


def checked_reason(_: click.Context, __: click.Parameter, value: str) -> str:
    """Return a reason without control characters, or reject one that is empty or too long."""
    from kontor.server.display_names import clean_text

    plain = clean_text(value)
    if not plain or len(plain) > MAX_REASON_LENGTH:
        raise InvalidInput(f"a reason has 1 to {MAX_REASON_LENGTH} characters.")
    return plain


def milliseconds(moment: datetime) -> int:
    """Return a date without a time zone, which is one of UTC, in milliseconds since 1970."""
    return int(moment.replace(tzinfo=UTC).timestamp() * 1000)


def confirm(question: str, yes: bool) -> None:
    """Ask before an action; without a terminal --yes is needed."""
    if yes:
        return
    if not sys.stdin.isatty():
        raise InvalidInput("nobody can be asked here; give --yes to do it without asking.")
    if not click.confirm(question):
        raise CheckFailed("nothing was changed.")


def date_text(stamp: int | None) -> str:
    """Return a moment as people read it, in UTC."""
    return "" if stamp is None else f"{datetime.fromtimestamp(stamp / 1000, UTC):%Y-%m-%d %H:%M}"


def columns(head: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return rows as left-aligned columns under their names; a text is kept on one line."""
    cells = [list(head), *([" ".join(str(cell).split()) for cell in row] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    return "\n".join(line.rstrip() for line in lines)
