"""`kontor games`: what can be played here."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import click

from kontor.cli.printing import listed, print_json
from kontor.cli.reading import example, json_option
from kontor.core import registry


@click.command("games", epilog=example("kontor games --json"))
@json_option
def command(as_json: bool) -> None:
    """List games, editions, boards, player counts, modules, switches, agents, and the kernel in use."""
    games = [registry.family(name).describe() for name in registry.names()]
    print_json({"games": games}) if as_json else click.echo("\n\n".join(game_text(game) for game in games))


def game_text(game: dict[str, Any]) -> str:
    """Everything about one game."""
    head = [
        ("name in setups", game["game"]),
        ("kernel in use", game["kernel"]),
        ("agents", ", ".join(game["agents"])),
    ]
    editions = [edition_text(edition) for edition in game.get("editions", [])]
    switches = listed(switch_rows(game), indent=4)
    return "\n".join([game["title"], listed(head), *editions, "", "  Switches and their values", switches])


def edition_text(edition: dict[str, Any]) -> str:
    """The boards, modules and switch defaults of an edition."""
    boards = [(board, f"{joined(counts)} players") for board, counts in edition["boards"].items()]
    modules = [(module, f"on {joined(on)}") for module, on in edition["modules"].items()]
    return "\n".join(
        [
            f"\n  Edition {edition['edition']} ({edition['year']})",
            listed(boards, indent=4),
            "    Modules",
            listed(modules, indent=6),
            "    Switches",
            listed([(name, word(value)) for name, value in edition["switches"].items()], indent=6),
            *board_switch_lines(edition),
        ]
    )


def board_switch_lines(edition: dict[str, Any]) -> Iterator[str]:
    """The defaults that are different on some boards."""
    for board, switches in edition["board_switches"].items():
        changed = joined(f"{name} {word(value)}" for name, value in switches.items())
        yield f"      on {board}: {changed}"


def switch_rows(game: dict[str, Any]) -> list[tuple[str, str]]:
    """Every switch with its values."""
    return [(name, joined(map(word, values))) for name, values in game.get("switches", {}).items()]


def word(value: object) -> str:
    """A value of a switch as one writes it after --switch."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def joined(values: Any) -> str:
    """Values with commas between them."""
    return ", ".join(map(str, values))
