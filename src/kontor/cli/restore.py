"""`kontor restore`: replace the content of a database by a backup."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path

import click

from kontor.cli.backup import Bar
from kontor.cli.input_files import example
from kontor.cli.storage_options import read_settings, storage_errors, storage_options


@click.command("restore", epilog=example("kontor restore --data games sunday.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@storage_options
@click.option("--force", is_flag=True, help="Replace the content of a database that is not empty.")
def command(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Replace everything in a database by the backup FILE.

    The replacement is atomic. Running servers notice it and reload. A backup of an embedded database can be
    restored into a shared one, and vice versa.
    """
    settings = read_settings(data, database)
    from kontor.server.store.restore import restore

    with storage_errors(), Bar("restore") as bar:
        made = asyncio.run(restore(settings.url, file, force, bar.show))
    moment = datetime.fromtimestamp(made.made_at / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
    click.echo(f"restored {made.rows['tables']} tables and {made.rows['entries']} entries of {moment}")
