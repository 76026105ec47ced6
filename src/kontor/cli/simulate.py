"""`kontor simulate`: play many games and sum up their results."""

from __future__ import annotations

import sys
from typing import Any

import click

from kontor.arena.report import setup_labels
from kontor.arena.simulate import simulate
from kontor.arena.supervised_agent import BudgetPolicy
from kontor.arena.workers import Engine
from kontor.cli.completions import complete_agents
from kontor.cli.engine_options import engine_options, read_engine
from kontor.cli.input_files import example, json_option
from kontor.cli.output import name_value_lines, print_json, table
from kontor.cli.setup_options import game_argument, game_options, read_setup, setup_options
from kontor.cli.tournament_options import agent_names, arena_errors, budget_options, read_budget_policy
from kontor.core.values import Setup


@click.command(
    "simulate",
    epilog=example("kontor simulate GAME --players 3 --games 1000 --jobs 2"),
)
@game_argument
@setup_options
@click.option(
    "--agents",
    shell_complete=complete_agents,
    default="light",
    show_default=True,
    help="One for all seats, or one per seat: a,b,c; path.py:Name is an agent of your own.",
)
@click.option("--games", "count", type=click.IntRange(1), default=100, show_default=True, help="Number of games.")
@game_options
@engine_options
@budget_options
@json_option
def command(game: str, agents: str, as_json: bool, **options: Any) -> None:
    """Play many games of GAME and sum up their results.

    The kernel plays whole games if all agents are its own policies, uniform and light; other agents are asked move
    by move, with the same budgets as in tournaments. Without time budgets the same seed gives the same games, and
    the same hash of all of them, for any number of jobs, with either engine and in both kernels. A capped game is
    scored as it stands; shared wins are divided.
    """
    setup = read_setup(game, options)
    with arena_errors():
        result = run(setup, agent_names(agents), read_engine(options), read_budget_policy(options), **options)
    print_json(result) if as_json else click.echo(result_text(result))


def run(
    setup: Setup,
    agents: list[str],
    engine: Engine,
    budget_policy: BudgetPolicy,
    count: int,
    seed: int,
    jobs: int,
    cap: int,
    records: str | None,
) -> dict[str, Any]:
    """Simulate, with a progress bar on a terminal."""
    from tqdm import tqdm

    with tqdm(total=count, unit=" games", file=sys.stderr, disable=None, leave=False) as bar:
        return simulate(setup, agents, count, seed, jobs, cap, records, bar.update, engine, budget_policy)


def result_text(result: dict[str, Any]) -> str:
    """Return the result of a simulation as text."""
    setup = result["setup"]
    rows = [
        ("setup", ", ".join(map(str, [setup["game"], *setup_labels(setup)]))),
        ("agents", ", ".join(result["agents"])),
        ("kernel", result["kernel"]),
        ("games", f"{result['games']}: {result['finished']} finished, {result['capped']} capped"),
        ("ended by", ", ".join(f"{ending} {n}" for ending, n in result["ended_by"].items())),
        ("decisions", result["decisions"]),
        ("seconds", f"{result['seconds']:.2f}"),
        (
            "per second",
            f"{result['decisions_per_second']:,.0f} decisions, {result['games_per_second']:,.1f} games",
        ),
        ("hash", result["hash"]),
    ]
    return f"{name_value_lines(rows)}\n\n{seats_text(result['seats'])}"


def seats_text(seats: list[dict[str, Any]]) -> str:
    """Return wins and means: a row per line, a column per seat."""
    rows = [
        ["", *(f"seat {seat}" for seat in range(len(seats)))],
        ["wins", *(f"{seat['wins']:.1f}" for seat in seats)],
        ["mean score", *(f"{seat['mean_score']:.2f}" for seat in seats)],
    ]
    for line in seats[0]["lines"]:
        rows.append([f"  {line}", *(f"{seat['lines'][line]:.2f}" for seat in seats)])
    return table(rows)
