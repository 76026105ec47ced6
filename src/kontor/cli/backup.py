"""`kontor backup`: save everything a server keeps in one file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from kontor.cli.input_files import example
from kontor.cli.storage_options import read_settings, storage_errors, storage_options


@click.command(
    "backup",
    short_help="Write everything a server keeps into a file.",
    epilog=example("kontor backup --data games sunday.backup"),
)
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@storage_options
@click.option("--force", is_flag=True, help="Replace FILE if it exists.")
def command(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Write everything a server keeps into FILE as it is at this moment; the server keeps running.

    FILE holds names, e-mail addresses and webhook secrets: protect it as well as the database itself. `kontor
    restore` restores it into an embedded or a shared database.
    """
    settings = read_settings(data, database)
    from kontor.server.store.backup import back_up

    with storage_errors(), Bar("backup") as bar:
        made = asyncio.run(back_up(settings.url, file, force, bar.show))
    click.echo(f"{file}: {made.rows['tables']} tables, {made.rows['entries']} entries, schema {made.revision}")


class Bar:
    """A progress bar on a terminal."""

    def __init__(self, title: str) -> None:
        from tqdm import tqdm

        self._bar = tqdm(desc=title, file=sys.stderr, disable=None, leave=False)

    def __enter__(self) -> Bar:
        """Show the bar."""
        return self

    def __exit__(self, *_: object) -> None:
        """Remove the bar."""
        self._bar.close()

    def show(self, done: int, total: int) -> None:
        """Show how much is done."""
        self._bar.total = total
        self._bar.update(done - self._bar.n)
