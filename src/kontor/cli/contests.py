"""What the verbs share that let agents play: their options, the order they come to, progress and faults."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from kontor.arena.contestant import Rationing
from kontor.arena.match import Order
from kontor.arena.records import ArenaError
from kontor.arena.tournament import Means, Tournament, order_of
from kontor.arena.workers import WorkerDied
from kontor.cli.engines import engine_options, take_engine
from kontor.cli.failures import Interrupted, Wrong
from kontor.cli.setups import playing_options, together
from kontor.core.agent import Budget
from kontor.core.game import Setup

MOST_FAULTS = 10

contest_options = together(
    click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many, at least."),
    playing_options,
    engine_options,
    click.option("--budget-ms", type=click.FloatRange(0, min_open=True), help="Milliseconds for every decision."),
    click.option("--simulations", type=click.IntRange(1), help="Simulations for every decision."),
    click.option(
        "--divide",
        type=click.FloatRange(0, min_open=True),
        default=1.0,
        show_default=True,
        help="Divide all time budgets by this.",
    ),
    click.option("--resume", metavar="FILE", help="Keep finished games in this journal, and continue it."),
    click.option("--report", metavar="FILE.html", help="Write a page with plots."),
)


def take_order(setup: Setup, agents: str, options: dict[str, Any]) -> Order:
    """The order that the options come to."""
    rationing = read_rationing(options["budget_ms"], options["simulations"], options["divide"])
    names = [name.strip() for name in agents.split(",")]
    return order_of(setup, names, options["seed"], options["cap"], rationing)


def take_means(options: dict[str, Any], keep_moves: bool = False) -> Means:
    """How games are to be played, by the options."""
    return Means(options["jobs"], options["records"], options["resume"], take_engine(options), keep_moves)


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what the arena refuses into a wrong call."""
    try:
        yield
    except ArenaError as problem:
        raise Wrong(str(problem)) from problem


def check_report(path: str | None) -> None:
    """Refuse a report that could not be written once all is played."""
    if path is not None and (Path(path).is_dir() or not Path(path).absolute().parent.is_dir()):
        raise Wrong(f"the report {path!r} cannot be written: it needs a name in a folder that exists.")


def read_rationing(budget_ms: float | None, simulations: int | None, divide: float) -> Rationing:
    """What agents may spend, from the options."""
    if budget_ms is not None and simulations is not None:
        raise Wrong("--budget-ms and --simulations exclude each other.")
    if budget_ms is not None:
        return Rationing(Budget(seconds=budget_ms / 1000), divide)
    return Rationing(Budget(playouts=simulations) if simulations is not None else None, divide)


def run(tournament: Tournament) -> click.ClickException | None:
    """Play, with a progress bar if somebody watches; what stopped it early, if anything."""
    from tqdm import tqdm

    total, done = tournament.games, len(tournament.outcomes)
    with tqdm(total=total, initial=done, unit=" games", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            tournament.play(bar.update)
        except KeyboardInterrupt:
            return Interrupted(f"interrupted after {len(tournament.outcomes)} of {total} games.")
        except WorkerDied as problem:
            return Wrong(f"{problem} {len(tournament.outcomes)} of {total} games were finished.")
    return None


def games_text(result: dict[str, Any]) -> str:
    """How many games were played, and why so many."""
    words = [str(result["games"])]
    if not result["complete"]:
        words.append(f"not all, so seats may be unbalanced (asked for {result['asked']})")
    elif result["games"] != result["asked"]:
        words.append(f"{result['asked']} rounded up to whole blocks of {result['block']} that balance the seats")
    if result["void"]:
        words.append(f"{result['void']} void")
    return ", ".join(words)


def faults_text(faults: list[dict[str, Any]]) -> str:
    """The first faults, a sentence each."""
    said = [f"  Game {f['game']}, seat {f['seat']}, move {f['move']}: {f['sentence']}" for f in faults[:MOST_FAULTS]]
    more = [f"  … and {len(faults) - MOST_FAULTS} more."] if len(faults) > MOST_FAULTS else []
    return "\n".join(["Faults: a loss for the agent at fault, void for the others", *said, *more])
