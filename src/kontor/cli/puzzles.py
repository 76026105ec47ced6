"""`kontor puzzles`: mine games for turns that are clearly best, and check puzzles."""

from __future__ import annotations

import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from kontor.agents.catalog import AgentError, check_agent
from kontor.arena.workers import WorkerDied
from kontor.cli.analyze import usable_cores
from kontor.cli.contests import check_report
from kontor.cli.failures import Interrupted, NotSo, Wrong
from kontor.cli.printing import print_json, table
from kontor.cli.reading import example, given_record, json_option, read_text
from kontor.cli.setups import setup_options, take_setup
from kontor.core import registry
from kontor.core.game import Setup
from kontor.core.record import Record, replay
from kontor.study.mining import Seam, mined
from kontor.study.puzzle import Puzzle, PuzzleError, puzzle_line, read_puzzles
from kontor.study.verifying import SIMULATIONS, Depth, verify


@click.command(
    "puzzles", epilog=example("kontor puzzles --mine teutonica --board east-3-5 --count 5 --out puzzles.jsonl")
)
@click.argument("paths", metavar="[RECORD]...", nargs=-1)
@click.option("--mine", metavar="GAME", help="Play games of GAME for it, instead of reading records.")
@setup_options
@click.option("--agents", default="beginner,easy", show_default=True, help="Who plays them, around the table.")
@click.option("--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="Of the games to play.")
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="How many puzzles, at most.")
@click.option(
    "--simulations",
    type=click.IntRange(1, 1_000_000),
    default=SIMULATIONS,
    show_default=True,
    help="For each search that verifies.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), default=None, help="Processes to use; by default all cores.")
@click.option("--out", metavar="FILE", help="Write the puzzles into this file, a line of JSON each.")
@click.option("--verify", "checked", metavar="FILE", help="Check the puzzles of a file instead.")
@json_option
def command(paths: tuple[str, ...], mine: str | None, checked: str | None, as_json: bool, **options: Any) -> None:
    """Mine games for positions with one clearly best whole turn, or check a file of puzzles.

    Every move of such a turn was compared with the best others, by searches with a fixed number of simulations, so
    that anybody can repeat it. Ctrl-C keeps what was found.
    """
    if (bool(paths) + (mine is not None) + (checked is not None)) != 1:
        raise Wrong("name records, or --mine GAME, or --verify FILE: one of the three.")
    if checked is not None:
        show_checked(checked, as_json)
        return
    check_report(options["out"])
    seam, records = seam_of(mine, options), [whole_record(path) for path in paths]
    found, stopped = dig(seam, records, options["count"], options["jobs"] or usable_cores())
    show(found, options["out"], as_json)
    if stopped is not None:
        raise stopped


def seam_of(mine: str | None, options: dict[str, Any]) -> Seam:
    """Where the options say to look."""
    setup = take_setup(mine or "", options)
    agents = [name.strip() for name in options["agents"].split(",")]
    if mine is not None:
        check_setup(setup, agents)
    return Seam(setup, agents, options["seed"], Depth(options["simulations"]))


def check_setup(setup: Setup, agents: list[str]) -> None:
    """Refuse what cannot be mined."""
    game = registry.game(setup)
    try:
        for agent in agents:
            check_agent(agent, game)
    except AgentError as problem:
        raise Wrong(str(problem)) from problem
    if not game.has_evaluation:
        raise Wrong(f"{setup['game']} has no evaluation to search by.")


def whole_record(path: str) -> Record:
    """A record that holds."""
    record = given_record(path)
    replay(registry.game(record.setup), record)
    return record


def dig(seam: Seam, records: list[Record], count: int, jobs: int) -> tuple[list[Puzzle], click.ClickException | None]:
    """Look until there are enough or nothing is left, with a progress bar; what stopped it early, if anything."""
    from tqdm import tqdm

    found: list[Puzzle] = []
    with tqdm(total=count, unit=" puzzles", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            with closing(mined(seam, records, jobs)) as arriving:
                for puzzles in arriving:
                    found += puzzles
                    bar.update(min(len(found), count) - bar.n)
                    if len(found) >= count:
                        break
        except KeyboardInterrupt:
            return found, Interrupted(f"interrupted after {len(found)} of {count} puzzles.")
        except WorkerDied as problem:
            return found, Wrong(str(problem))
    return found[:count], None


def show(found: list[Puzzle], out: str | None, as_json: bool) -> None:
    """Write puzzles down, and say what they are."""
    if out is not None:
        Path(out).write_text("".join(puzzle_line(puzzle) for puzzle in found), encoding="utf-8")
    if as_json:
        print_json({"puzzles": [puzzle.json() for puzzle in found]})
    else:
        click.echo(puzzles_text(found))


def puzzles_text(found: list[Puzzle]) -> str:
    """A row per puzzle."""
    rows = [["puzzle", "seat", "turn", "chance", "next best", "difficulty", "why"]]
    for puzzle in found:
        chances = [f"{puzzle.chance:.0%}", f"{puzzle.alternative['chance']:.0%}"]
        why = puzzle.explanation["word"]
        rows.append([puzzle.id, str(puzzle.seat), str(puzzle.turn), *chances, str(puzzle.difficulty), why])
    return table(rows)


def show_checked(path: str, as_json: bool) -> None:
    """Check every puzzle of a file; the first that does not hold ends it with code 1."""
    from tqdm import tqdm

    try:
        puzzles = read_puzzles(read_text(path).splitlines())
    except PuzzleError as problem:
        raise Wrong(str(problem)) from problem
    gaps = []
    for puzzle in tqdm(puzzles, unit=" puzzles", file=sys.stderr, disable=None, leave=False):
        try:
            gaps.append({"id": puzzle.id, "gap": round(verify(puzzle).gap, 4)})
        except PuzzleError as problem:
            raise NotSo(str(problem)) from problem
    print_json({"ok": True, "puzzles": gaps}) if as_json else click.echo(f"All {len(gaps)} puzzles hold.")
