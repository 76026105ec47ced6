"""`kontor backup`: everything a server keeps, in one file."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import click

from kontor.cli.places import place_options, reaching, take_settings
from kontor.cli.reading import example


@click.command("backup", epilog=example("kontor backup --data games sunday.backup"))
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@place_options
@click.option("--force", is_flag=True, help="Replace FILE if it is there.")
def command(file: Path, data: Path | None, database: str | None, force: bool) -> None:
    """Write everything a server keeps into FILE, as it is at this moment; the server goes on meanwhile.

    FILE holds names, e-mail addresses and secrets that sign webhooks: keep it as well as the database itself. `kontor
    restore` puts it back, into an embedded database or a shared one.
    """
    settings = take_settings(data, database)
    from kontor.server.store.backup import back_up

    with reaching(), Bar("backup") as bar:
        made = asyncio.run(back_up(settings.url, file, force, bar.show))
    click.echo(f"{file}: {made.rows['tables']} tables, {made.rows['entries']} entries, schema {made.revision}")


class Bar:
    """A progress bar for those who look on."""

    def __init__(self, title: str) -> None:
        from tqdm import tqdm

        self._bar = tqdm(desc=title, file=sys.stderr, disable=None, leave=False)

    def __enter__(self) -> Bar:
        """Show it."""
        return self

    def __exit__(self, *_: object) -> None:
        """Take it away."""
        self._bar.close()

    def show(self, done: int, total: int) -> None:
        """Show how much is done."""
        self._bar.total = total
        self._bar.update(done - self._bar.n)
