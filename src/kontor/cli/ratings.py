"""`kontor ratings`: export the log of rated games, and recompute the ratings from it."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kontor.cli.backup import Bar
from kontor.cli.errors import InvalidInput
from kontor.cli.input_files import example
from kontor.cli.storage_options import read_settings, storage_errors, storage_options

if TYPE_CHECKING:
    from kontor.server.store.rating_log import Comparison

SHOWN = 5


@click.group(
    "ratings",
    short_help="Export the log of rated games, and recompute ratings from it.",
    epilog=example("kontor ratings recompute --data games --check"),
)
def command() -> None:
    """Export the log of rated games of a server, and recompute the ratings of its players from it."""


@command.command("export", epilog=example("kontor ratings export --data games ratings.jsonl"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@storage_options
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def export(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Write the rated games and the ratings of a server into FILE, one JSON object in a line; it keeps running.

    People appear with the ids of their accounts and without their names.
    """
    settings = read_settings(data, database)
    if file.exists() and not force:
        raise InvalidInput(f"{file} exists already; choose another name, or give --force to replace it.")
    from kontor.server.store.rating_log import read_log, write_file

    with storage_errors():
        log = asyncio.run(read_log(settings.url))
        write_file(log, file)
    click.echo(f"{file}: {len(log.games)} rated games, {len(log.ratings)} ratings")


@command.command("recompute", epilog=example("kontor ratings recompute ratings.jsonl --check"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path, exists=True), required=False)
@storage_options
@click.option("--check", is_flag=True, help="Change nothing; fail if a rating differs from the stored one.")
def recompute(file: Path | None, data: Path | None, database: str | None, check: bool) -> None:
    """Recompute all ratings from the log of a server, and store them; or from FILE, which is not changed.

    FILE is one that `kontor ratings export` has written. While a server's ratings are stored, games that end wait.
    """
    if file is not None and (data is not None or database is not None):
        raise InvalidInput("give a file or a database, not both.")
    with storage_errors(), Bar("ratings") as bar:
        from kontor.server.store import rating_log

        if file is not None:
            found = rating_log.compare(rating_log.read_file(file), bar.show)
        elif check:
            log = asyncio.run(rating_log.read_log(read_settings(data, database).url))
            found = rating_log.compare(log, bar.show)
        else:
            found = asyncio.run(rating_log.rewrite(read_settings(data, database).url, bar.show))
    report(found, check or file is not None)


def report(found: Comparison, only_check: bool) -> None:
    """Print what was found; a difference is an error where nothing is stored."""
    summary = f"{found.games} rated games, {len(found.ratings)} ratings"
    if not found.differences:
        click.echo(f"{summary}: all are as stored")
    elif only_check:
        shown = ", ".join(f"{account} in {pool}" for pool, account in found.differences[:SHOWN])
        raise InvalidInput(f"{summary}: {len(found.differences)} differ from the stored ones, such as {shown}.")
    else:
        click.echo(f"{summary}: {len(found.differences)} were corrected")
