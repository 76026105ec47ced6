"""Options that several commands share: the setup, and how games of it are played."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from typing import Any

import click

from kontor.cli.completions import (
    complete_board,
    complete_edition,
    complete_folder,
    complete_game,
    complete_module,
    complete_switch,
)
from kontor.cli.errors import InvalidInput
from kontor.core.added_boards import add_board_file, is_board_file
from kontor.core.values import Setup

BOOLEAN_VALUES = {"true": True, "yes": True, "false": False, "no": False}
MAX_TURNS = 60_000
SETUP_OPTIONS = ("edition", "board", "players", "modules", "switches")

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]


def combined(*options: Decorator) -> Decorator:
    """Return several options as one decorator."""
    return lambda command: reduce(lambda decorated, option: option(decorated), reversed(options), command)


game_argument = click.argument("game", metavar="GAME", shell_complete=complete_game)

setup_options = combined(
    click.option("--edition", shell_complete=complete_edition, help="The edition of the rules."),
    click.option(
        "--board",
        shell_complete=complete_board,
        help="The board, or a board file; by default the one for the player count.",
    ),
    click.option("--players", type=int, help="The number of seats."),
    click.option(
        *("--module", "modules"),
        multiple=True,
        shell_complete=complete_module,
        help="A module to play with; may be repeated.",
    ),
    click.option(
        *("--switch", "switches"),
        multiple=True,
        metavar="NAME=VALUE",
        shell_complete=complete_switch,
        help="A switch and its value; may be repeated.",
    ),
)

game_options = combined(
    click.option(
        "--seed",
        type=click.IntRange(0, 2**64 - 1),
        default=1,
        show_default=True,
        help="The same seed gives the same games.",
    ),
    click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes to use."),
    click.option(
        "--cap",
        type=click.IntRange(1, MAX_TURNS),
        default=1000,
        show_default=True,
        help="Stop a game after this turn.",
    ),
    click.option(
        "--records",
        metavar="DIR",
        shell_complete=complete_folder,
        help="Write the record of every game into this new folder.",
    ),
)


def read_setup(game: str, options: dict[str, Any]) -> Setup:
    """Remove the setup options and return the setup they name; missing fields take their defaults."""
    chosen = {name: options.pop(name) for name in SETUP_OPTIONS}
    modules, switches = chosen.pop("modules"), chosen.pop("switches")
    setup: Setup = {"game": game, **chosen}
    if is_board_file(chosen["board"]):
        setup["board"] = add_board_file(chosen["board"])
    if modules:
        setup["modules"] = list(modules)
    if switches:
        setup["switches"] = dict(read_switch(switch) for switch in switches)
    return {name: value for name, value in setup.items() if value is not None}


def read_switch(text: str) -> tuple[str, str | bool]:
    """Return a switch and its value from `name=value`."""
    name, equals, value = text.partition("=")
    if not equals:
        raise InvalidInput(f"--switch {text!r} must have the form NAME=VALUE.")
    return name, BOOLEAN_VALUES.get(value, value)
