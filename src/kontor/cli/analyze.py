"""`kontor analyze`: evaluate every decision of a recorded game."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from kontor.arena.report import setup_labels
from kontor.arena.workers import WorkerDied
from kontor.cli.errors import Interrupted, InvalidInput
from kontor.cli.input_files import example, json_option, read_record_file, record_argument
from kontor.cli.output import name_value_lines, print_json, table
from kontor.cli.tournament_options import check_report
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import replay
from kontor.study.analysis import Analysis
from kontor.study.analysis_data import analysis_data

UNITS = {"ms": 0.001, "s": 1.0}
MAX_BUDGET_SECONDS = 600.0
DISPLACEMENT_FIELDS = ("displacements", "fees", "displaced", "extras")


def read_budget(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """Return the seconds of `200ms` or `1.5s`."""
    data = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", value.strip())
    seconds = float(data[1]) * UNITS[data[2]] if data else 0.0
    if not 0 < seconds <= MAX_BUDGET_SECONDS:
        raise InvalidInput(
            f"--budget {value!r} must be a time such as 200ms or 1.5s, at most {MAX_BUDGET_SECONDS:g}s."
        )
    return seconds


def usable_cores() -> int:
    """Return how many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command(
    "analyze",
    short_help="Evaluate every decision of a recorded game.",
    epilog=example("kontor analyze game-000001.json --report analysis.html"),
)
@record_argument
@click.option("--budget", callback=read_budget, default="200ms", show_default=True, help="Time for one decision.")
@click.option(
    "--simulations", type=click.IntRange(1, 1_000_000), help="Simulations for one evaluation, instead of time."
)
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="Seed of the searches.")
@click.option("--jobs", type=click.IntRange(1, 1024), default=None, help="Processes to use; by default all cores.")
@click.option("--report", metavar="FILE.html", help="Write a page with curves, turning points and maps.")
@json_option
def command(
    path: str,
    budget: float,
    simulations: int | None,
    seed: int,
    jobs: int | None,
    report: str | None,
    as_json: bool,
) -> None:
    """Estimate every player's chance of winning at every decision of RECORD, and show the turning points.

    A move gives away what the best move found would have kept, from the view of the player who decided. Every
    unforced decision is evaluated; the largest mistakes are evaluated again with four times the budget. With
    --simulations the same record and seed give the same analysis, for any number of jobs. RECORD may be - for
    standard input.
    """
    check_report(report)
    record = read_record_file(path)
    game = registry.game(record.setup)
    if not game.has_evaluation:
        raise InvalidInput(f"{record.setup['game']} cannot be analysed: it has no evaluation for searching.")
    replay(game, record)
    chosen_budget = Budget(playouts=simulations) if simulations else Budget(seconds=budget)
    analysis = Analysis(game, record, chosen_budget, seed)
    run(analysis, jobs or usable_cores())
    show(analysis_data(analysis), as_json, report)


def run(analysis: Analysis, jobs: int) -> None:
    """Make all evaluations, with a progress bar on a terminal."""
    from tqdm import tqdm

    with tqdm(unit=" evaluations", file=sys.stderr, disable=None, leave=False) as bar:

        def show_progress(done: int, total: int) -> None:
            bar.total = total
            bar.update(done - bar.n)

        try:
            analysis.run(jobs, show_progress)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted after {bar.n} of {bar.total} evaluations; nothing was written.") from None
        except WorkerDied as problem:
            raise InvalidInput(str(problem)) from problem


def show(data: dict[str, Any], as_json: bool, report: str | None) -> None:
    """Print an analysis and write its page."""
    print_json(data) if as_json else click.echo(analysis_text(data))
    if report is not None:
        from kontor.study.analysis_page import write_page

        write_page(Path(report), data)


def analysis_text(data: dict[str, Any]) -> str:
    """Return an analysis as text."""
    setup, choices = data["setup"], sum(seat["choices"] for seat in data["seats"])
    facts = [
        ("setup", ", ".join(map(str, [setup["game"], *setup_labels(setup)]))),
        ("moves", f"{data['moves']}, of them {choices} choices"),
        ("ended by", (data["result"] or {}).get("ended_by", "nothing yet")),
    ]
    sentences = [point["sentence"] for point in data["turning_points"]]
    turning = (
        "\n".join(f"  {n}. {sentence}" for n, sentence in enumerate(sentences, 1)) or "  None above the threshold."
    )
    return (
        f"{name_value_lines(facts)}\n\n{seats_text(data['seats'])}\n\nTurning points, the largest first:\n{turning}"
    )


def seats_text(seats: list[dict[str, Any]]) -> str:
    """Return a row per figure, with a column per seat."""
    rows = [["", *(f"seat {seat['seat']}" for seat in seats)]]
    rows.append(["given away", *(f"{seat['gave_away']:.0%}" for seat in seats)])
    names = ("gifted", "received", *(DISPLACEMENT_FIELDS if any(seat["displacements"] for seat in seats) else ()))
    for name in names:
        rows.append([name, *(str(seat[name]) for seat in seats)])
    return table(rows)
