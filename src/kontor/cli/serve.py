"""`kontor serve`: the game server."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from kontor.cli.failures import NotSo, Wrong
from kontor.cli.places import place_options, take_settings
from kontor.cli.reading import example


@click.command("serve", epilog=example("kontor serve --data games --port 8080"))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option("--port", type=click.IntRange(0, 65535), default=8137, show_default=True, help="0 chooses a free one.")
@place_options
@click.option("--open", "opens", is_flag=True, help="Open the browser when the server is there.")
def command(host: str, port: int, data: Path | None, database: str | None, opens: bool) -> None:
    """Serve tables on which people and computer players play.

    Without --data or --database the games are kept in a folder of the user. Every setting of the server can be
    given by an environment variable that begins with KONTOR_SERVER_.
    """
    settings = take_settings(data, database)
    settings = settings.model_copy(update={"hosts": (*settings.hosts, host)})
    from kontor.server.errors import DatabaseUnusable
    from kontor.server.http_server import bind, serve
    from kontor.server.logs import configure_logging

    configure_logging()
    try:
        bound = bind(host, port)
    except OSError as problem:
        raise Wrong(f"{host}:{port} cannot be listened on: {problem.strerror}.") from problem
    address = f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}"
    try:
        started = serve(settings, bound, lambda: announce(address, opens))
    except DatabaseUnusable as problem:
        raise NotSo(str(problem)) from problem
    if not started:
        raise NotSo("the server could not start; the log above says why.")


def announce(address: str, opens: bool) -> None:
    """Say where the server is, and show it."""
    click.echo(f"Kontor is at {address}")
    if opens:
        webbrowser.open(address)
