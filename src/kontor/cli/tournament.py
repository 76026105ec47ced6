"""`kontor tournament`: let agents play each other and measure them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from kontor.arena.contestant import Rationing
from kontor.arena.records import ArenaError
from kontor.arena.report import budget_text, write_report
from kontor.arena.tournament import Means, Tournament, order_of
from kontor.arena.workers import WorkerDied
from kontor.cli.engines import engine_options, take_engine
from kontor.cli.failures import Interrupted, Wrong
from kontor.cli.printing import listed, print_json, table
from kontor.cli.reading import example, json_option
from kontor.cli.setups import playing_options, setup_options, setup_words, take_setup
from kontor.core.agent import Budget

MOST_FAULTS = 10


@click.command(
    "tournament",
    epilog=example("kontor tournament teutonica --agents greedy,light,light,light --games 200 --jobs 2"),
)
@click.argument("game", metavar="GAME")
@setup_options
@click.option("--agents", required=True, help="Who takes part: a,b,c; path.py:Name is an agent of your own.")
@click.option("--games", type=click.IntRange(1), default=100, show_default=True, help="How many, at least.")
@playing_options
@engine_options
@click.option("--budget-ms", type=click.FloatRange(0, min_open=True), help="Milliseconds for every decision.")
@click.option("--simulations", type=click.IntRange(1), help="Simulations for every decision.")
@click.option(
    "--divide",
    type=click.FloatRange(0, min_open=True),
    default=1.0,
    show_default=True,
    help="Divide all time budgets by this.",
)
@click.option("--resume", metavar="FILE", help="Keep finished games in this journal, and continue it.")
@click.option("--report", metavar="FILE.html", help="Write a page with plots.")
@json_option
def command(game: str, agents: str, as_json: bool, report: str | None, **options: Any) -> None:
    """Let agents play seat-balanced matches of GAME and measure them.

    Every agent sits in every seat equally often; the number of games is rounded up for that. Without a budget
    every agent has its own. With a budget in simulations the same seed gives the same games for any number of
    jobs and with either engine. An agent that fails loses its game, which is void for the others. Ctrl-C prints
    what was played.
    """
    setup = take_setup(game, options)
    with refusals():
        check_report(report)
        rationing = read_rationing(options.pop("budget_ms"), options.pop("simulations"), options.pop("divide"))
        names = [name.strip() for name in agents.split(",")]
        means = Means(options["jobs"], options["records"], options["resume"], take_engine(options))
        order = order_of(setup, names, options["seed"], options["cap"], rationing)
        tournament = Tournament(order, options["games"], means)
        stopped = run(tournament)
        show(tournament.result(), as_json, report)
    if stopped is not None:
        raise stopped


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


def show(result: dict[str, Any], as_json: bool, report: str | None) -> None:
    """Print a result and write its page."""
    print_json(result) if as_json else click.echo(result_text(result))
    if report is not None:
        write_report(Path(report), result)


def result_text(result: dict[str, Any]) -> str:
    """What a tournament came to, as text."""
    parts = [listed(facts(result)), agents_text(result["agents"])]
    if result["ended_by"]:
        parts.append(lines_text(result["agents"]))
    if result["faults"]:
        parts.append(faults_text(result["faults"]))
    return "\n\n".join(parts)


def facts(result: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """The facts above the table."""
    setup, rounds = result["setup"], result["rounds"]
    yield "setup", ", ".join(map(str, [setup["game"], *setup_words(setup)]))
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


def divided_text(divide: float) -> str:
    """By what time budgets are divided."""
    return "" if divide == 1 else f", time divided by {divide:g}"


def agents_text(agents: list[dict[str, Any]]) -> str:
    """A row per agent."""
    rows: list[list[str]] = [["", "games", "wins", "share", "95 % interval", "score", "rating", "ms/decision"]]
    for agent in agents:
        low, high = agent["interval"]
        share = [f"{agent['wins']:.1f}", f"{agent['win_share']:.1%}", f"{low:.1%} – {high:.1%}"]
        measures = [f"{agent['mean_score']:.1f}", f"{agent['rating']:.1f}", f"{agent['ms_per_decision']:.2f}"]
        rows.append([agent["name"], str(agent["games"]), *share, *measures])
    return table(rows)


def lines_text(agents: list[dict[str, Any]]) -> str:
    """Mean points: a row per line, a column per agent."""
    lines = dict.fromkeys(line for agent in agents for line in agent["lines"])
    rows = [[line, *(f"{agent['lines'].get(line, 0):.2f}" for agent in agents)] for line in lines]
    return table([["mean points", *(agent["name"] for agent in agents)], *rows])


def faults_text(faults: list[dict[str, Any]]) -> str:
    """The first faults, a sentence each."""
    said = [f"  Game {f['game']}, seat {f['seat']}, move {f['move']}: {f['sentence']}" for f in faults[:MOST_FAULTS]]
    more = [f"  … and {len(faults) - MOST_FAULTS} more."] if len(faults) > MOST_FAULTS else []
    return "\n".join(["Faults: a loss for the agent at fault, void for the others", *said, *more])
