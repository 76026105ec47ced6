"""`kontor balance`: play many games and see what they show about a game, a board and its parts."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from kontor.arena.report import budget_text
from kontor.cli.contests import (
    check_report,
    contest_options,
    faults_text,
    games_text,
    refusals,
    run,
    take_means,
    take_order,
)
from kontor.cli.failures import Interrupted
from kontor.cli.printing import listed, print_json, table
from kontor.cli.reading import example, json_option
from kontor.cli.setups import setup_options, setup_words, take_setup
from kontor.study.balance import words
from kontor.study.balance.lab import Study
from kontor.study.balance.parquet import check_folder, write_parquet
from kontor.study.figures import decimal

MOST_TRAITS = 5


@click.command(
    "balance",
    epilog=example("kontor balance teutonica --agents easy,easy+rusher --games 200 --jobs 2 --report page.html"),
)
@click.argument("game", metavar="GAME")
@setup_options
@click.option("--agents", default="easy", show_default=True, help="Who plays, as in tournaments: a,b,c.")
@contest_options
@click.option("--parquet", metavar="DIR", help="Write the games as Parquet tables into this folder.")
@json_option
def command(game: str, agents: str, as_json: bool, report: str | None, parquet: str | None, **options: Any) -> None:
    """Play many games of GAME and compare their seats.

    Shown are the order of turns, agents, endings, score lines, and what progress, holdings and deeds go with, in the
    words of the game. Agents are seated as in tournaments: every agent sits in every seat equally often. Agents that
    do not look at the clock give the same figures for the same seed everywhere. Ctrl-C shows what was played.
    """
    setup = take_setup(game, options)
    with refusals():
        check_report(report)
        check_folder(parquet)
        study = Study(take_order(setup, agents, options), options["games"], take_means(options, keep_moves=True))
        stopped = run(study.tournament)
        stopped = tell(study) or stopped
        show(study, as_json, report, parquet)
    if stopped is not None:
        raise stopped


def tell(study: Study) -> click.ClickException | None:
    """Tell the games again, with a progress bar if somebody watches; what stopped it early, if anything."""
    from tqdm import tqdm

    total = len(study.numbers)
    with tqdm(total=total, unit=" games told", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            study.tell(bar.update)
        except KeyboardInterrupt:
            return Interrupted(f"interrupted when {len(study.accounts)} of {total} games were looked at.")
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
    """What a study shows, as text."""
    parts = [listed(facts(result))]
    if "seats" in result:
        parts += [f"{heading}\n{table([list(head), *rows])}" for heading, head, rows in tables(result)]
        parts.append("Goes with, not because of: a star is surely no chance. --report and --json have all figures.")
    if result["faults"]:
        parts.append(faults_text(result["faults"]))
    return "\n\n".join(parts)


def facts(result: dict[str, Any]) -> Iterator[tuple[str, object]]:
    """The facts above the tables."""
    setup = result["setup"]
    yield "setup", ", ".join(map(str, [setup["game"], *setup_words(setup)]))
    yield "agents", ", ".join(result["agents"])
    yield "games", games_text(result)
    yield "seed", result["seed"]
    yield "budget", budget_text(result["budget"])
    if "seats" in result:
        yield "equal seats", words.chance(result["seat_test"]["p"])
        yield "rounds", f"mean {decimal(result['rounds']['mean'])}, longest {result['rounds']['longest']}"
        yield "scores", "by place " + ", ".join(map(decimal, result["places"]))
    yield "hash", result["hash"]


def tables(result: dict[str, Any]) -> Iterator[tuple[str, Sequence[str], list[list[str]]]]:
    """Headings, heads and rows."""
    yield "The order of turns", words.SEAT_HEAD, words.seat_rows(result)
    if len(result["contestants"]) > 1:
        yield "Agents", words.CONTESTANT_HEAD, words.contestant_rows(result)
    yield "Endings", words.ENDING_HEAD, words.ending_rows(result)
    yield "Score lines", words.LINE_HEAD, words.line_rows(result)
    for part in result["progress"]:
        heading = f"{part['kind'].capitalize()} after round {part['round']}, {part['games']} games"
        yield heading, words.PROGRESS_HEAD, words.progress_rows(part)
    for part in result["traits"]:
        if part["names"]:
            yield part["kind"].capitalize(), words.TRAIT_HEAD, ends(words.trait_rows(part))


def ends(rows: list[list[str]]) -> list[list[str]]:
    """The first and the last rows of many."""
    if len(rows) <= 2 * MOST_TRAITS:
        return rows
    return [*rows[:MOST_TRAITS], ["…"] + [""] * (len(rows[0]) - 1), *rows[-MOST_TRAITS:]]
