"""`kontor restore`: a backup in the place of everything a server keeps."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from kontor.cli.backup import Bar
from kontor.cli.places import place_options, reaching, take_settings
from kontor.cli.reading import example


@click.command("restore", epilog=example("kontor restore --data games sunday.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@place_options
@click.option("--force", is_flag=True, help="Replace what the database holds.")
def command(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Put the backup FILE in the place of everything a database holds.

    It is done at one moment or not at all. Servers that run on the database notice it and begin anew. A backup of an
    embedded database can be restored into a shared one, and the other way round.
    """
    settings = take_settings(data, database)
    from kontor.server.store.restore import restore

    with reaching(), Bar("restore") as bar:
        made = asyncio.run(restore(settings.url, file, force, bar.show))
    moment = datetime.fromtimestamp(made.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    click.echo(f"restored {made.rows['tables']} tables and {made.rows['entries']} entries of {moment}")
