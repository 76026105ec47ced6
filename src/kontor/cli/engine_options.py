"""Options that choose where games are played: on this machine or on a cluster."""

from __future__ import annotations

from typing import Any

import click

from kontor.arena.cluster import ray_engine
from kontor.arena.workers import Engine, run_local
from kontor.cli.errors import InvalidInput
from kontor.cli.setup_options import combined

engine_options = combined(
    click.option(
        "--engine",
        type=click.Choice(["local", "ray"]),
        default="local",
        show_default=True,
        help="Play on this machine, or on a Ray cluster.",
    ),
    click.option(
        "--ray-address",
        metavar="ADDRESS",
        help="A running cluster: HOST:PORT, or auto; without it one is started here.",
    ),
)


def read_engine(options: dict[str, Any]) -> Engine:
    """Remove the engine options and return the engine they name."""
    engine, address = options.pop("engine"), options.pop("ray_address")
    if engine == "ray":
        return ray_engine(address)
    if address is not None:
        raise InvalidInput("--ray-address needs --engine ray.")
    return run_local
