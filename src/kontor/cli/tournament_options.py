"""Options, progress and faults that `tournament` and `balance` share."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from kontor.arena.match import TournamentConfig
from kontor.arena.records import ArenaError
from kontor.arena.supervised_agent import BudgetPolicy
from kontor.arena.tournament import RunOptions, Tournament, tournament_config
from kontor.arena.workers import WorkerDied
from kontor.cli.completions import complete_file
from kontor.cli.engine_options import engine_options, read_engine
from kontor.cli.errors import Interrupted, InvalidInput
from kontor.cli.setup_options import combined, game_options
from kontor.core.agent import Budget
from kontor.core.values import Setup

MAX_FAULTS = 10

budget_options = combined(
    click.option("--budget-ms", type=click.FloatRange(0, min_open=True), help="Milliseconds for every decision."),
    click.option("--simulations", type=click.IntRange(1), help="Simulations for every decision."),
    click.option(
        "--divide",
        type=click.FloatRange(0, min_open=True),
        default=1.0,
        show_default=True,
        help="Divide all time budgets by this.",
    ),
)

tournament_options = combined(
    click.option(
        "--games", type=click.IntRange(1), default=100, show_default=True, help="Number of games, at least."
    ),
    game_options,
    engine_options,
    budget_options,
    click.option(
        "--resume",
        metavar="FILE",
        shell_complete=complete_file,
        help="Save finished games in this checkpoint file, and resume from it.",
    ),
    click.option("--report", metavar="FILE.html", shell_complete=complete_file, help="Write a page with plots."),
)


def read_config(setup: Setup, agents: str, options: dict[str, Any]) -> TournamentConfig:
    """Return the tournament configuration of the options."""
    return tournament_config(setup, agent_names(agents), options["seed"], options["cap"], read_budget_policy(options))


def read_run_options(options: dict[str, Any], keep_moves: bool = False) -> RunOptions:
    """Return the run options of the options."""
    return RunOptions(options["jobs"], options["records"], options["resume"], read_engine(options), keep_moves)


@contextmanager
def arena_errors() -> Iterator[None]:
    """Turn errors of the arena into invalid input."""
    try:
        yield
    except ArenaError as problem:
        raise InvalidInput(str(problem)) from problem


def check_report(path: str | None) -> None:
    """Reject a report that could not be written at the end."""
    if path is not None and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
        raise InvalidInput(f"the report {path!r} cannot be written: it needs a name in a folder that exists.")


def agent_names(agents: str) -> list[str]:
    """Return the names in a list of agents."""
    return [name.strip() for name in agents.split(",")]


def read_budget_policy(options: dict[str, Any]) -> BudgetPolicy:
    """Remove the budget options and return the budget of agents."""
    budget_ms, simulations, divide = (options.pop(name) for name in ("budget_ms", "simulations", "divide"))
    if budget_ms is not None and simulations is not None:
        raise InvalidInput("--budget-ms and --simulations exclude each other.")
    if budget_ms is not None:
        return BudgetPolicy(Budget(seconds=budget_ms / 1000), divide)
    return BudgetPolicy(Budget(playouts=simulations) if simulations is not None else None, divide)


def run(tournament: Tournament) -> click.ClickException | None:
    """Play with a progress bar on a terminal; return the exception that stopped it early, if any."""
    from tqdm import tqdm

    total, done = tournament.games, len(tournament.outcomes)
    with tqdm(total=total, initial=done, unit=" games", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            tournament.play(bar.update)
        except KeyboardInterrupt:
            return Interrupted(f"interrupted after {len(tournament.outcomes)} of {total} games.")
        except WorkerDied as problem:
            return InvalidInput(f"{problem} {len(tournament.outcomes)} of {total} games were finished.")
    return None


def games_text(result: dict[str, Any]) -> str:
    """Return how many games were played, and why so many."""
    parts = [str(result["games"])]
    if not result["complete"]:
        parts.append(f"not all, so seats may be unbalanced (requested: {result['requested']})")
    elif result["games"] != result["requested"]:
        parts.append(f"{result['requested']} rounded up to whole blocks of {result['block']} that balance the seats")
    if result["void"]:
        parts.append(f"{result['void']} void")
    return ", ".join(parts)


def faults_text(faults: list[dict[str, Any]]) -> str:
    """Return the first faults, a sentence each."""
    lines = [f"  Game {f['game']}, seat {f['seat']}, move {f['move']}: {f['sentence']}" for f in faults[:MAX_FAULTS]]
    more = [f"  … and {len(faults) - MAX_FAULTS} more."] if len(faults) > MAX_FAULTS else []
    return "\n".join(["Faults: a loss for the agent at fault, void for the others", *lines, *more])
