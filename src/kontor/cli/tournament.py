"""`kontor tournament`: let agents play each other and rate them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from kontor.arena.report import budget_text, setup_labels, write_report
from kontor.arena.tournament import Tournament
from kontor.cli.completions import complete_agents
from kontor.cli.input_files import example, json_option
from kontor.cli.output import name_value_lines, print_json, table
from kontor.cli.setup_options import game_argument, read_setup, setup_options
from kontor.cli.tournament_options import (
    arena_errors,
    check_report,
    faults_text,
    games_text,
    read_config,
    read_run_options,
    run,
    tournament_options,
)


@click.command(
    "tournament",
    epilog=example("kontor tournament GAME --agents greedy,light,light,light --games 200 --jobs 2"),
)
@game_argument
@setup_options
@click.option(
    "--agents",
    shell_complete=complete_agents,
    required=True,
    help="The agents: a,b,c; path.py:Name is an agent of your own.",
)
@tournament_options
@json_option
def command(game: str, agents: str, as_json: bool, report: str | None, **options: Any) -> None:
    """Let agents play seat-balanced matches of GAME and rate them.

    Every agent has every seat equally often; the number of games is rounded up for that. Without a budget every
    agent has its own. With a budget in simulations the same seed gives the same games for any number of jobs and
    with either engine. An agent that fails loses its game, which is void for the others. Ctrl-C prints what was
    played.
    """
    setup = read_setup(game, options)
    with arena_errors():
        check_report(report)
        tournament = Tournament(read_config(setup, agents, options), options["games"], read_run_options(options))
        stopped = run(tournament)
        show(tournament.result(), as_json, report)
    if stopped is not None:
        raise stopped


def show(result: dict[str, Any], as_json: bool, report: str | None) -> None:
    """Print a result and write its page."""
    print_json(result) if as_json else click.echo(result_text(result))
    if report is not None:
        write_report(Path(report), result)


def result_text(result: dict[str, Any]) -> str:
    """Return the result of a tournament as text."""
    parts = [name_value_lines(facts(result)), agents_text(result["agents"])]
    if result["ended_by"]:
        parts.append(lines_text(result["agents"]))
    if result["faults"]:
        parts.append(faults_text(result["faults"]))
    return "\n\n".join(parts)


def facts(result: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the facts above the table."""
    setup, rounds = result["setup"], result["rounds"]
    yield "setup", ", ".join(map(str, [setup["game"], *setup_labels(setup)]))
    yield "games", games_text(result)
    yield "seed", result["seed"]
    yield "budget", budget_text(result["budget"]) + divided_text(result["divide"])
    if result["ended_by"]:
        yield "ended by", ", ".join(f"{ending} {n}" for ending, n in result["ended_by"].items())
        yield "rounds", f"mean {rounds['mean']:.1f}, longest {rounds['longest']}"
        yield "scores", "by place " + ", ".join(f"{score:.1f}" for score in result["places"])
    yield "seconds", f"{result['seconds']:.2f}"
    yield "per second", f"{result['decisions_per_second']:,.0f} decisions"
    yield "hash", result["hash"]


def divided_text(divide: float) -> str:
    """Return the divisor of time budgets as text."""
    return "" if divide == 1 else f", time divided by {divide:g}"


def agents_text(agents: list[dict[str, Any]]) -> str:
    """Return a row per agent."""
    rows: list[list[str]] = [["", "games", "wins", "share", "95 % interval", "score", "rating", "ms/decision"]]
    for agent in agents:
        low, high = agent["interval"]
        share = [f"{agent['wins']:.1f}", f"{agent['win_share']:.1%}", f"{low:.1%} – {high:.1%}"]
        measures = [f"{agent['mean_score']:.1f}", f"{agent['rating']:.1f}", f"{agent['ms_per_decision']:.2f}"]
        rows.append([agent["name"], str(agent["games"]), *share, *measures])
    return table(rows)


def lines_text(agents: list[dict[str, Any]]) -> str:
    """Return mean points: a row per line, a column per agent."""
    lines = dict.fromkeys(line for agent in agents for line in agent["lines"])
    rows = [[line, *(f"{agent['lines'].get(line, 0):.2f}" for agent in agents)] for line in lines]
    return table([["mean points", *(agent["name"] for agent in agents)], *rows])
