"""`kontor serve`: run the game server."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from kontor.arena.cluster import require_ray
from kontor.arena.records import ArenaError
from kontor.cli.errors import CheckFailed, InvalidInput
from kontor.cli.input_files import example
from kontor.cli.storage_options import read_settings, storage_options


@click.command("serve", epilog=example("kontor serve --data games --port 8080"))
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8137,
    show_default=True,
    help="The port to listen on; 0 chooses a free one.",
)
@storage_options
@click.option(
    "--processes",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="Processes over which the tables are distributed; more than one only where one core is not enough.",
)
@click.option(
    "--computers",
    metavar="PLACE",
    help="Where computer players compute: local, ray (a cluster started here) or ray://HOST:PORT.  [default: local]",
)
@click.option("--open", "opens", is_flag=True, help="Open the browser when the server has started.")
def command(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    processes: int,
    computers: str | None,
    opens: bool,
) -> None:
    """Serve tables for human and computer players.

    Without --data or --database the games are kept in a folder of the user. Every setting of the server can be
    given by an environment variable that begins with KONTOR_SERVER_.
    """
    settings = read_settings(data, database, **({} if computers is None else {"computers": computers}))
    if settings.computers != "local":
        check_ray()
    settings = settings.model_copy(update={"hosts": (*settings.hosts, host)})
    from kontor.server.errors import DatabaseUnusable
    from kontor.server.http_server import bind, serve
    from kontor.server.logs import configure_logging
    from kontor.server.supervisor import serve_processes

    configure_logging()
    try:
        bound = bind(host, port)
    except OSError as problem:
        raise InvalidInput(f"{host}:{port} cannot be listened on: {problem.strerror}.") from problem
    address = f"http://{f'[{host}]' if ':' in host else host}:{bound.getsockname()[1]}"
    try:
        if processes > 1:
            serve_processes(settings, bound, lambda: announce(address, opens), processes)
        elif not serve(settings, bound, lambda: announce(address, opens)):
            raise CheckFailed("the server could not start; the log above says why.")
    except DatabaseUnusable as problem:
        raise CheckFailed(str(problem)) from problem


def check_ray() -> None:
    """Reject a cluster for computer players if Ray is not installed."""
    try:
        require_ray("computer players on a cluster need")
    except ArenaError as problem:
        raise InvalidInput(str(problem)) from problem


def announce(address: str, opens: bool) -> None:
    """Print the address of the server, and open it in a browser if requested."""
    click.echo(f"Kontor is at {address}")
    if opens:
        webbrowser.open(address)
