"""`kontor train`: self-play, and training of the networks that evaluate positions in the search."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import click

from kontor.cli.engine_options import engine_options, read_engine
from kontor.cli.errors import Interrupted, InvalidInput
from kontor.cli.groups import HelpfulGroup
from kontor.cli.input_files import example
from kontor.cli.setup_options import game_argument
from kontor.cli.tournament_options import arena_errors
from kontor.core import registry
from kontor.core.kernel_game import NETWORK_OPTIONS
from kontor.training.self_play import BY_HAND, SMALL_SEARCH, SelfPlayConfig
from kontor.training.self_play_job import play_games

FILE = click.Path(dir_okay=False, path_type=Path)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same games and, on one machine, the same network.",
)


@click.group(
    "train",
    cls=HelpfulGroup,
    short_help="Play games of self-play, and train a network on them.",
    epilog=example("kontor train play GAME games.jsonl --games 1000 --jobs 2"),
)
def command() -> None:
    """Play games of self-play on all setups of a game, and train the network that evaluates its positions."""


@command.command("play", epilog=example("kontor train play GAME games.jsonl --games 1000 --jobs 2"))
@game_argument
@click.argument("file", type=FILE)
@click.option("--games", type=click.IntRange(1), default=1000, show_default=True, help="Number of games in FILE.")
@click.option(
    "--simulations",
    type=click.IntRange(0),
    default=48,
    show_default=True,
    help="Simulations for every turn; without any, plans are chosen by their worth.",
)
@click.option("--network", is_flag=True, help="Search with the network of the game instead of its evaluation.")
@seed_option
@click.option("--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes to use.")
@engine_options
def play(
    game: str, file: Path, games: int, simulations: int, network: bool, seed: int, jobs: int, **options: Any
) -> None:
    """Play games of GAME in turn on all boards, player counts, editions and modules, and write them into FILE.

    If FILE has games of the same self-play, only the missing ones are played. The same seed gives the same games
    for any number of jobs and with either engine.
    """
    from tqdm import tqdm

    check_game(game)
    engine = read_engine(options)
    config = SelfPlayConfig(game, seed, simulations, {**SMALL_SEARCH, **(NETWORK_OPTIONS if network else BY_HAND)})
    with (
        arena_errors(),
        tqdm(total=games, unit=" games", file=sys.stderr, disable=None, leave=False) as bar,
    ):
        try:
            played = play_games(config, games, file, jobs, engine, bar.update)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; {file} keeps the games played so far.") from None
    click.echo(f"{file}: {len(played.numbers)} games, {played.seconds:.0f} seconds")


@command.command("fit", epilog=example("kontor train fit GAME network.json games.jsonl --report report.json"))
@game_argument
@click.argument("network", type=FILE)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--hidden", type=click.IntRange(1, 256), default=32, show_default=True, help="Hidden units.")
@click.option("--inner", type=click.IntRange(1, 256), default=16, show_default=True, help="Inner units.")
@click.option("--epochs", type=click.FloatRange(0, min_open=True), default=5, show_default=True, help="Passes.")
@click.option("--use", "used", multiple=True, metavar="SETUPS", help="Setups in which the search uses it.")
@click.option("--report", type=FILE, help="Write log-losses and calibration into this JSON file.")
@seed_option
def fit(game: str, network: Path, files: tuple[Path, ...], report: Path | None, **options: Any) -> None:
    """Train a network on the games of some FILEs and write it into NETWORK; one game in ten is kept for tests.

    SETUPS is a board and a player count as the report names them, such as 'hanse-4-5, 4 players'; without any, the
    search uses the network only if it is asked to.
    """
    check_game(game)
    if find_spec("numpy") is None:
        raise InvalidInput("training needs the library numpy; install kontor-games[research].")
    from tqdm import tqdm

    from kontor.training.model import TrainingOptions, steps_of
    from kontor.training.report import calibration_table, loss_table
    from kontor.training.samples import read_samples
    from kontor.training.training import file_hash, split, train_network

    used = options.pop("used")
    with arena_errors():
        with tqdm(unit=" games read", file=sys.stderr, disable=None, leave=False) as bar:
            samples = read_samples(game, files, bar.update)
        if not samples:
            raise InvalidInput("the files have no finished game.")
        chosen = TrainingOptions(**options)
        steps = 2 * steps_of(split(samples, False), chosen)
        with tqdm(total=steps, unit=" steps", file=sys.stderr, disable=None, leave=False) as bar:
            trained, found = train_network(game, samples, chosen, used, bar.update)
    network.write_text(json.dumps(trained.json(), indent=1) + "\n", encoding="utf-8")
    if report is not None:
        report.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    click.echo(f"{network}: {file_hash(network)}\n")
    click.echo(f"{loss_table(found['losses'])}\n\n{calibration_table(found['calibration'])}")


def check_game(name: str) -> None:
    """Reject a game that does not exist or has no evaluation."""
    if not registry.game_type(name).describe().get("styles"):
        raise InvalidInput(f"the game {name!r} has no evaluation, so it cannot be searched or trained.")
