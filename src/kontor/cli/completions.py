"""Shell completion of games, boards, editions, modules, switches, agents, rules and files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import click
from click.shell_completion import CompletionItem

from kontor.agents import catalog
from kontor.core import registry
from kontor.core.rule_ledger import RuleLedger, languages

Completions = list[CompletionItem]


def starting_with(incomplete: str, values: Iterable[str]) -> Completions:
    """Return the values that begin with what was typed."""
    return [CompletionItem(value) for value in dict.fromkeys(values) if value.startswith(incomplete)]


def described_games(context: click.Context) -> Iterator[dict[str, Any]]:
    """Yield the description of the game that was typed, or of all games."""
    names = registry.names()
    # click leaves arguments unread where the last option has no value yet
    typed = [name for name in (context.params.get("game"), *context.args) if name in names]
    for name in typed[:1] or names:
        yield catalog.describe(registry.game_type(name))


def edition_values(context: click.Context, field: str) -> Iterator[str]:
    """Yield the boards or modules of the games, of the edition that was typed if there is one."""
    typed = context.params.get("edition")
    for game in described_games(context):
        for edition in game.get("editions", [game]):
            if typed in (edition.get("edition"), None):
                yield from edition.get(field, ())


def complete_game(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the games."""
    return starting_with(incomplete, registry.names())


def complete_edition(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the editions."""
    editions = (each["edition"] for game in described_games(context) for each in game.get("editions", ()))
    return starting_with(incomplete, editions)


def complete_board(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the boards, or files where none begins with what was typed."""
    found = starting_with(incomplete, edition_values(context, "boards"))
    return found or complete_file(context, parameter, incomplete)


def complete_module(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the modules that were not typed yet."""
    typed = context.params.get("modules") or ()
    return starting_with(incomplete, (each for each in edition_values(context, "modules") if each not in typed))


def complete_switch(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the switches with their values."""
    switches = ((name, value) for game in described_games(context) for name, value in game["switches"].items())
    texts = (
        f"{name}={str(value).lower() if isinstance(value, bool) else value}"
        for name, values in switches
        for value in values
    )
    return starting_with(incomplete, texts)


def complete_agents(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the agents for the last name of a list, with styles after a plus sign, or files."""
    before, comma, typed = incomplete.rpartition(",")
    games = list(described_games(context))
    names = [agent for game in games for agent in game["agents"]]
    base, plus, _ = typed.partition("+")
    if plus and base in catalog.PLANNERS:
        names = [f"{base}+{style}" for game in games for style in game.get("styles", ())]
    found = starting_with(incomplete, (f"{before}{comma}{name}" for name in names))
    return found or ([] if comma else complete_file(context, parameter, incomplete))


def complete_rule(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the ids of rules, in any case of the letters."""
    folders = [registry.game_type(name).presentation.rule_ledger for name in registry.names()]
    ids = (rule["id"] for folder in folders if folder for rule in RuleLedger(folder).entries("rule"))
    return starting_with(incomplete.upper(), ids)


def complete_language(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Return the languages of the rules."""
    folders = [registry.game_type(name).presentation.rule_ledger for name in registry.names()]
    return starting_with(incomplete, (each for folder in folders if folder for each in languages(folder)))


def complete_file(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Let the shell complete the name of a file."""
    return [CompletionItem(incomplete, type="file")]


def complete_folder(context: click.Context, parameter: click.Parameter, incomplete: str) -> Completions:
    """Let the shell complete the name of a folder."""
    return [CompletionItem(incomplete, type="dir")]
