"""The options that say where games are played: on this machine or on a cluster."""

from __future__ import annotations

from typing import Any

import click

from kontor.arena.cluster import ray_engine
from kontor.arena.workers import Engine, shares
from kontor.cli.failures import Wrong
from kontor.cli.setups import together

engine_options = together(
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


def take_engine(options: dict[str, Any]) -> Engine:
    """The engine that the options name, which are taken out."""
    engine, address = options.pop("engine"), options.pop("ray_address")
    if engine == "ray":
        return ray_engine(address)
    if address is not None:
        raise Wrong("--ray-address needs --engine ray.")
    return shares
