"""`kontor puzzles`: find puzzles in games, verify puzzles, and rate their difficulty."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Any

import click

from kontor.agents.catalog import AgentError, check_agent
from kontor.arena.workers import WorkerDied
from kontor.cli.analyze import usable_cores
from kontor.cli.completions import complete_agents, complete_file, complete_game
from kontor.cli.errors import CheckFailed, Interrupted, InvalidInput
from kontor.cli.input_files import example, json_option, read_record_file, read_text
from kontor.cli.output import print_json, table
from kontor.cli.setup_options import read_setup, setup_options
from kontor.cli.tournament_options import check_report
from kontor.core import registry
from kontor.core.record import Record, replay
from kontor.core.values import Setup
from kontor.study.puzzle import Puzzle, PuzzleError, puzzle_line, read_puzzles
from kontor.study.puzzle_miner import PuzzleMiner, mine_puzzles
from kontor.study.puzzle_rating import rated
from kontor.study.puzzle_verification import SIMULATIONS, Depth, verify


@click.command(
    "puzzles",
    short_help="Find, verify or rate positions with one clearly best turn.",
    epilog=example("kontor puzzles --mine GAME --count 5 --out puzzles.jsonl"),
)
@click.argument("paths", metavar="[RECORD]...", nargs=-1, shell_complete=complete_file)
@click.option(
    "--mine",
    "game",
    metavar="GAME",
    shell_complete=complete_game,
    help="Play games of GAME instead of reading records.",
)
@setup_options
@click.option(
    "--agents",
    shell_complete=complete_agents,
    default="beginner,easy",
    show_default=True,
    help="The agents of these games, seat by seat.",
)
@click.option(
    "--seed", type=click.IntRange(0, 2**62), default=1, show_default=True, help="Seed of the games to play."
)
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="Maximum number of puzzles.")
@click.option(
    "--simulations",
    type=click.IntRange(1, 1_000_000),
    default=SIMULATIONS,
    show_default=True,
    help="Simulations of each verifying search.",
)
@click.option("--jobs", type=click.IntRange(1, 1024), default=None, help="Processes to use; by default all cores.")
@click.option(
    "--out",
    metavar="FILE",
    shell_complete=complete_file,
    help="Write the puzzles into this file, a line of JSON each.",
)
@click.option(
    "--verify",
    "verified_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Verify the puzzles of a file instead.",
)
@click.option(
    "--rate",
    "rated_file",
    metavar="FILE",
    shell_complete=complete_file,
    help="Compute the difficulties of the puzzles of a file again instead.",
)
@json_option
def command(
    paths: tuple[str, ...],
    game: str | None,
    verified_file: str | None,
    rated_file: str | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Find positions with one clearly best whole turn, or verify or rate a file of puzzles.

    Every move of such a turn is compared with the best alternatives, by searches with a fixed number of
    simulations, so that the result can be reproduced. Ctrl-C keeps what was found.
    """
    if (bool(paths) + sum(each is not None for each in (game, verified_file, rated_file))) != 1:
        raise InvalidInput("name records, or --mine GAME, or --verify FILE, or --rate FILE: one of the four.")
    if verified_file is not None:
        verify_file(verified_file, as_json)
        return
    check_report(options["out"])
    if rated_file is not None:
        show(rate_file(rated_file), options["out"], as_json)
        return
    miner, records = read_miner(game, options), [verified_record(path) for path in paths]
    found, stopped = mine(miner, records, options["count"], options["jobs"] or usable_cores())
    show(found, options["out"], as_json)
    if stopped is not None:
        raise stopped


def read_miner(game: str | None, options: dict[str, Any]) -> PuzzleMiner:
    """Return the puzzle miner of the options."""
    setup = read_setup(game or "", options)
    agents = [name.strip() for name in options["agents"].split(",")]
    if game is not None:
        check_setup(setup, agents)
    return PuzzleMiner(setup, agents, options["seed"], Depth(options["simulations"]))


def check_setup(setup: Setup, agents: list[str]) -> None:
    """Reject a setup or agents that cannot be used."""
    game = registry.game(setup)
    try:
        for agent in agents:
            check_agent(agent, game)
    except AgentError as problem:
        raise InvalidInput(str(problem)) from problem
    if not game.has_evaluation:
        raise InvalidInput(f"{setup['game']} has no evaluation for searching.")


def verified_record(path: str) -> Record:
    """Return a record after replaying it."""
    record = read_record_file(path)
    replay(registry.game(record.setup), record)
    return record


def mine(
    miner: PuzzleMiner, records: list[Record], count: int, jobs: int
) -> tuple[list[Puzzle], click.ClickException | None]:
    """Find puzzles with a progress bar; return them and the exception that stopped it early, if any."""
    from tqdm import tqdm

    found: list[Puzzle] = []
    with tqdm(total=count, unit=" puzzles", file=sys.stderr, disable=None, leave=False) as bar:
        try:
            with closing(mine_puzzles(miner, records, jobs)) as results:
                for puzzles in results:
                    found += puzzles
                    bar.update(min(len(found), count) - bar.n)
                    if len(found) >= count:
                        break
        except KeyboardInterrupt:
            return found, Interrupted(f"interrupted after {len(found)} of {count} puzzles.")
        except WorkerDied as problem:
            return found, InvalidInput(str(problem))
    return found[:count], None


def show(found: list[Puzzle], out: str | None, as_json: bool) -> None:
    """Write and print puzzles."""
    if out is not None:
        Path(out).write_text("".join(puzzle_line(puzzle) for puzzle in found), encoding="utf-8")
    if as_json:
        print_json({"puzzles": [puzzle.json() for puzzle in found]})
    else:
        click.echo(puzzles_text(found))


def puzzles_text(found: list[Puzzle]) -> str:
    """Return a row per puzzle."""
    rows = [["puzzle", "seat", "turn", "chance", "next best", "difficulty", "why"]]
    for puzzle in found:
        chances = [f"{puzzle.chance:.0%}", f"{puzzle.alternative['chance']:.0%}"]
        why = puzzle.explanation["word"]
        rows.append([puzzle.id, str(puzzle.seat), str(puzzle.turn), *chances, str(puzzle.difficulty), why])
    return table(rows)


def read_puzzle_file(path: str) -> list[Puzzle]:
    """Return the puzzles of a file."""
    try:
        return read_puzzles(read_text(path).splitlines())
    except PuzzleError as problem:
        raise InvalidInput(str(problem)) from problem


def with_progress(puzzles: list[Puzzle]) -> Iterable[Puzzle]:
    """Return puzzles with a progress bar."""
    from tqdm import tqdm

    return tqdm(puzzles, unit=" puzzles", file=sys.stderr, disable=None, leave=False)


def verify_file(path: str, as_json: bool) -> None:
    """Verify every puzzle of a file; the first invalid one ends it with code 1."""
    gaps = []
    for puzzle in with_progress(read_puzzle_file(path)):
        try:
            gaps.append({"id": puzzle.id, "gap": round(verify(puzzle).gap, 4)})
        except PuzzleError as problem:
            raise CheckFailed(str(problem)) from problem
    print_json({"ok": True, "puzzles": gaps}) if as_json else click.echo(f"All {len(gaps)} puzzles hold.")


def rate_file(path: str) -> list[Puzzle]:
    """Return the puzzles of a file with the difficulties for the players of today."""
    try:
        return [rated(puzzle) for puzzle in with_progress(read_puzzle_file(path))]
    except PuzzleError as problem:
        raise InvalidInput(str(problem)) from problem
