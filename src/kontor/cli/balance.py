"""`kontor balance`: play many games and compare seats, agents and strategies."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from kontor.arena.report import budget_text, setup_labels
from kontor.cli.completions import complete_agents
from kontor.cli.errors import Interrupted
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
from kontor.study.balance import report_text
from kontor.study.balance.parquet import check_folder, write_parquet
from kontor.study.balance.study import Study
from kontor.study.number_format import decimal

MAX_TRAITS = 5


@click.command(
    "balance",
    epilog=example("kontor balance GAME --agents easy,medium --games 200 --jobs 2 --report page.html"),
)
@game_argument
@setup_options
@click.option(
    "--agents",
    shell_complete=complete_agents,
    default="easy",
    show_default=True,
    help="The agents, as in tournaments: a,b,c.",
)
@tournament_options
@click.option("--parquet", metavar="DIR", help="Write the games as Parquet tables into this folder.")
@json_option
def command(game: str, agents: str, as_json: bool, report: str | None, parquet: str | None, **options: Any) -> None:
    """Play many games of GAME and compare their seats.

    The result shows turn order, agents, endings, score lines, and the effect of progress, holdings and actions, as
    the game defines them. Agents are seated as in tournaments: every agent has every seat equally often. Agents
    without a time budget give the same figures for the same seed everywhere. Ctrl-C shows what was played.
    """
    setup = read_setup(game, options)
    with arena_errors():
        check_report(report)
        check_folder(parquet)
        study = Study(
            read_config(setup, agents, options), options["games"], read_run_options(options, keep_moves=True)
        )
        stopped = run(study.tournament)
        stopped = replay(study) or stopped
        show(study, as_json, report, parquet)
    if stopped is not None:
        raise stopped


def replay(study: Study) -> click.ClickException | None:
    """Replay the games with a progress bar on a terminal; return the exception that stopped it early, if any."""
    from tqdm import tqdm

    total = len(study.numbers)
    with tqdm(total=total, unit=" games replayed", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            study.replay(bar.update)
        except KeyboardInterrupt:
            return Interrupted(f"interrupted when {len(study.replayed_games)} of {total} games were replayed.")
    return None


def show(study: Study, as_json: bool, report: str | None, parquet: str | None) -> None:
    """Print the result and write its page and its tables."""
    result = study.result()
    print_json(result) if as_json else click.echo(result_text(result))
    if report is not None:
        from kontor.study.balance.report import write_report

        write_report(Path(report), result)
    if parquet is not None:
        write_parquet(Path(parquet), study)


def result_text(result: dict[str, Any]) -> str:
    """Return the result of a study as text."""
    parts = [name_value_lines(facts(result))]
    if "seats" in result:
        parts += [f"{heading}\n{table([list(head), *rows])}" for heading, head, rows in tables(result)]
        parts.append(
            "Association, not cause; a star marks significant effects. --report and --json have all figures."
        )
    if result["faults"]:
        parts.append(faults_text(result["faults"]))
    return "\n\n".join(parts)


def facts(result: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """Yield the facts above the tables."""
    setup = result["setup"]
    yield "setup", ", ".join(map(str, [setup["game"], *setup_labels(setup)]))
    yield "agents", ", ".join(result["agents"])
    yield "games", games_text(result)
    yield "seed", result["seed"]
    yield "budget", budget_text(result["budget"])
    if "seats" in result:
        yield "equal seats", report_text.p_value_text(result["seat_test"]["p"])
        yield "rounds", f"mean {decimal(result['rounds']['mean'])}, longest {result['rounds']['longest']}"
        yield "scores", "by place " + ", ".join(map(decimal, result["places"]))
    yield "hash", result["hash"]


def tables(result: dict[str, Any]) -> Iterator[tuple[str, Sequence[str], list[list[str]]]]:
    """Yield headings, columns and rows."""
    yield "Turn order", report_text.SEAT_COLUMNS, report_text.seat_rows(result)
    if len(result["agent_results"]) > 1:
        yield "Agents", report_text.AGENT_COLUMNS, report_text.agent_rows(result)
    yield "Endings", report_text.ENDING_COLUMNS, report_text.ending_rows(result)
    yield "Score lines", report_text.LINE_COLUMNS, report_text.line_rows(result)
    for part in result["progress"]:
        heading = f"{part['kind'].capitalize()} after round {part['round']}, {part['games']} games"
        yield heading, report_text.PROGRESS_COLUMNS, report_text.progress_rows(part)
    for part in result["traits"]:
        if part["names"]:
            yield part["kind"].capitalize(), report_text.TRAIT_COLUMNS, first_and_last(report_text.trait_rows(part))


def first_and_last(rows: list[list[str]]) -> list[list[str]]:
    """Return the first and the last rows of many."""
    if len(rows) <= 2 * MAX_TRAITS:
        return rows
    return [*rows[:MAX_TRAITS], ["…"] + [""] * (len(rows[0]) - 1), *rows[-MAX_TRAITS:]]
