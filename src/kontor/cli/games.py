"""`kontor games`: list the games that can be played."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any

import click

from kontor.agents import catalog
from kontor.cli.input_files import example, json_option
from kontor.cli.output import name_value_lines, print_json
from kontor.core import registry

WIDTH = 100
NO_BREAK_SPACE = "\N{NO-BREAK SPACE}"  # keeps a fact on one line


@click.command(
    "games",
    short_help="List games, editions, boards, modules, switches and agents.",
    epilog=example("kontor games --json"),
)
@json_option
def command(as_json: bool) -> None:
    """List games, editions, boards, player counts, modules, switches, agents, and the kernel in use."""
    games = [catalog.describe(registry.game_type(name)) for name in registry.names()]
    print_json({"games": games}) if as_json else click.echo("\n\n".join(game_text(game) for game in games))


def game_text(game: dict[str, Any]) -> str:
    """Return everything about one game."""
    editions = [edition_text(edition) for edition in game.get("editions", [])]
    switches = ["", "  Switches and their values", name_value_lines(switch_rows(game), indent=4)]
    return "\n".join([game["title"], name_value_lines(heading_rows(game)), *editions, *switches, *board_lines(game)])


def heading_rows(game: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the first rows about a game; player counts and modules only if no edition has them."""
    rows = [
        ("name in setups", game["game"]),
        ("kernel in use", game["kernel"]),
        ("agents", comma_separated(game["agents"])),
    ]
    return rows + [
        (field, comma_separated(game[field])) for field in ("styles", "players", "modules") if field in game
    ]


def edition_text(edition: dict[str, Any]) -> str:
    """Return the boards, modules and switch defaults of an edition."""
    boards = [(board, f"{comma_separated(counts)} players") for board, counts in edition["boards"].items()]
    modules = [(module, f"on {comma_separated(on)}") for module, on in edition["modules"].items()]
    return "\n".join(
        [
            f"\n  Edition {edition['edition']} ({edition['year']})",
            name_value_lines(boards, indent=4),
            "    Modules",
            name_value_lines(modules, indent=6),
            "    Switches",
            name_value_lines([(name, switch_value(value)) for name, value in edition["switches"].items()], indent=6),
            *board_switch_lines(edition),
        ]
    )


def board_switch_lines(edition: dict[str, Any]) -> Iterator[str]:
    """Yield the defaults that differ on some boards."""
    for board, switches in edition["board_switches"].items():
        changed = comma_separated(f"{name} {switch_value(value)}" for name, value in switches.items())
        yield f"      on {board}: {changed}"


def switch_rows(game: dict[str, Any]) -> list[tuple[str, str]]:
    """Return every switch with its values, and its default if no edition has one."""
    defaults = game.get("defaults", {})
    return [
        (
            name,
            comma_separated(map(switch_value, values))
            + (f" (default {switch_value(defaults[name])})" if name in defaults else ""),
        )
        for name, values in game.get("switches", {}).items()
    ]


def board_lines(game: dict[str, Any]) -> Iterator[str]:
    """Yield how reliable the facts about a board are, if the game says so."""
    if "board" in game:
        yield "\n  Reliability of the board data"
        for source, facts in game["board"]["facts"].items():
            yield wrapped([f"{source}: {game['board']['legend'][source]}"], indent=4)
            yield wrapped([fact.replace(" ", NO_BREAK_SPACE) for fact in facts], indent=6).replace(
                NO_BREAK_SPACE, " "
            )


def wrapped(values: list[str], indent: int) -> str:
    """Return comma-separated values in lines of readable length."""
    return fill(comma_separated(values), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * 6)


def switch_value(value: object) -> str:
    """Return a value of a switch as written after --switch."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def comma_separated(values: Any) -> str:
    """Return values separated by commas."""
    return ", ".join(map(str, values))
