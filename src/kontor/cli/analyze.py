"""`kontor analyze`: what every decision of a recorded game was worth."""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import click

from kontor.arena.workers import WorkerDied
from kontor.cli.contests import check_report
from kontor.cli.failures import Interrupted, Wrong
from kontor.cli.printing import listed, print_json, table
from kontor.cli.reading import example, given_record, json_option
from kontor.cli.setups import setup_words
from kontor.core import registry
from kontor.core.agent import Budget
from kontor.core.record import replay
from kontor.study.account import account
from kontor.study.analysis import Analysis

UNITS = {"ms": 0.001, "s": 1.0}
LONGEST_LOOK = 600.0


def read_budget(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """The seconds in `200ms` or `1.5s`."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s)", value.strip())
    seconds = float(found[1]) * UNITS[found[2]] if found else 0.0
    if not 0 < seconds <= LONGEST_LOOK:
        raise Wrong(f"--budget {value!r} must be a time such as 200ms or 1.5s, at most {LONGEST_LOOK:g}s.")
    return seconds


def usable_cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@click.command("analyze", epilog=example("kontor analyze game-000001.json --report analysis.html"))
@click.argument("path", metavar="RECORD")
@click.option("--budget", callback=read_budget, default="200ms", show_default=True, help="Time for one decision.")
@click.option("--simulations", type=click.IntRange(1, 1_000_000), help="Simulations for one look, instead of time.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="Of the searches.")
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
    """Estimate every player's chances at every decision of RECORD, and say where the game turned.

    A move gives away what the best move found would have kept, seen with the eyes of the player who decided. Every
    decision is looked at once or twice, forced ones not at all; the largest mistakes are looked at again for four
    times as long. With --simulations the same record and seed give the same analysis, for any number of jobs.
    RECORD may be - for standard input.
    """
    check_report(report)
    record = given_record(path)
    game = registry.game(record.setup)
    if not game.has_evaluation:
        raise Wrong(f"{record.setup['game']} cannot be analysed: it has no evaluation to search by.")
    replay(game, record)
    spent = Budget(playouts=simulations) if simulations else Budget(seconds=budget)
    analysis = Analysis(game, record, spent, seed)
    run(analysis, jobs or usable_cores())
    show(account(analysis), as_json, report)


def run(analysis: Analysis, jobs: int) -> None:
    """Look at every decision, with a progress bar if somebody watches."""
    from tqdm import tqdm

    with tqdm(unit=" looks", file=sys.stderr, disable=None, leave=False) as bar:

        def seen(done: int, whole: int) -> None:
            bar.total = whole
            bar.update(done - bar.n)

        try:
            analysis.run(jobs, seen)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted after {bar.n} of {bar.total} looks; nothing was written.") from None
        except WorkerDied as problem:
            raise Wrong(str(problem)) from problem


def show(found: dict[str, Any], as_json: bool, report: str | None) -> None:
    """Print an account and write its page."""
    print_json(found) if as_json else click.echo(account_text(found))
    if report is not None:
        from kontor.study.page import write_page

        write_page(Path(report), found)


def account_text(found: dict[str, Any]) -> str:
    """An account as text."""
    setup, choices = found["setup"], sum(seat["choices"] for seat in found["seats"])
    facts = [
        ("setup", ", ".join(map(str, [setup["game"], *setup_words(setup)]))),
        ("moves", f"{found['moves']}, of them {choices} choices"),
        ("ended by", (found["result"] or {}).get("ended_by", "nothing yet")),
    ]
    sentences = [point["sentence"] for point in found["turning_points"]]
    turning = "\n".join(f"  {n}. {said}" for n, said in enumerate(sentences, 1)) or "  None that is sure."
    return f"{listed(facts)}\n\n{seats_text(found['seats'])}\n\nTurning points, the largest first:\n{turning}"


def seats_text(seats: list[dict[str, Any]]) -> str:
    """A row per figure, a column per seat."""
    rows = [["", *(f"seat {seat['seat']}" for seat in seats)]]
    rows.append(["given away", *(f"{seat['gave_away']:.0%}" for seat in seats)])
    for name in ("gifted", "received", "displacements", "fees", "displaced", "extras"):
        rows.append([name, *(str(seat[name]) for seat in seats)])
    return table(rows)
