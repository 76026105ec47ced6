"""`kontor games`: what can be played here."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import fill
from typing import Any

import click

from kontor.agents import catalog
from kontor.cli.printing import listed, print_json
from kontor.cli.reading import example, json_option
from kontor.core import registry

WIDTH = 100
FIRM = "\N{NO-BREAK SPACE}"  # keeps the words of a fact on one line


@click.command("games", epilog=example("kontor games --json"))
@json_option
def command(as_json: bool) -> None:
    """List games, editions, boards, player counts, modules, switches, agents, and the kernel in use."""
    games = [catalog.describe(registry.game_type(name)) for name in registry.names()]
    print_json({"games": games}) if as_json else click.echo("\n\n".join(game_text(game) for game in games))


def game_text(game: dict[str, Any]) -> str:
    """Everything about one game."""
    editions = [edition_text(edition) for edition in game.get("editions", [])]
    switches = ["", "  Switches and their values", listed(switch_rows(game), indent=4)]
    return "\n".join([game["title"], listed(head_rows(game)), *editions, *switches, *board_lines(game)])


def head_rows(game: dict[str, Any]) -> list[tuple[str, str]]:
    """What is said of a game first; player counts and modules where no edition says them."""
    rows = [
        ("name in setups", game["game"]),
        ("kernel in use", game["kernel"]),
        ("agents", joined(game["agents"])),
    ]
    return rows + [(field, joined(game[field])) for field in ("styles", "players", "modules") if field in game]


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
    """Every switch with its values, and which is the default where no edition says so."""
    defaults = game.get("defaults", {})
    return [
        (name, joined(map(word, values)) + (f" (default {word(defaults[name])})" if name in defaults else ""))
        for name, values in game.get("switches", {}).items()
    ]


def board_lines(game: dict[str, Any]) -> Iterator[str]:
    """How sure the facts of a board are, where a game says so."""
    if "board" in game:
        yield "\n  How sure the board is"
        for source, facts in game["board"]["facts"].items():
            yield wrapped([f"{source}: {game['board']['legend'][source]}"], indent=4)
            yield wrapped([fact.replace(" ", FIRM) for fact in facts], indent=6).replace(FIRM, " ")


def wrapped(values: list[str], indent: int) -> str:
    """Values with commas between them on lines of a readable length."""
    return fill(joined(values), WIDTH, initial_indent=" " * indent, subsequent_indent=" " * 6)


def word(value: object) -> str:
    """A value of a switch as one writes it after --switch."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def joined(values: Any) -> str:
    """Values with commas between them."""
    return ", ".join(map(str, values))
