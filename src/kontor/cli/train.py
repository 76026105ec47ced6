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
from kontor.core.networks import read_network
from kontor.training.self_play import SelfPlayConfig
from kontor.training.self_play_job import play_games
from kontor.training.weight_tuning import TuningConfig
from kontor.training.weight_tuning_job import tune_weights

FILE = click.Path(dir_okay=False, path_type=Path)
EXISTING = click.Path(exists=True, dir_okay=False, path_type=Path)
seed_option = click.option(
    "--seed",
    type=click.IntRange(0, 2**64 - 1),
    default=1,
    show_default=True,
    help="The same seed gives the same games and, on one machine, the same network.",
)

jobs_option = click.option(
    "--jobs", type=click.IntRange(1, 1024), default=1, show_default=True, help="Processes to use."
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
@click.option("--network", type=EXISTING, help="Search with this network instead of the hand-written evaluation.")
@seed_option
@jobs_option
@engine_options
def play(
    game: str, file: Path, games: int, simulations: int, network: Path | None, seed: int, jobs: int, **options: Any
) -> None:
    """Play games of GAME in turn on all boards, player counts, editions and modules, and write them into FILE.

    If FILE has games of the same self-play, only the missing ones are played. The same seed gives the same games
    for any number of jobs and with either engine.
    """
    from tqdm import tqdm

    check_game(game)
    engine = read_engine(options)
    config = SelfPlayConfig(game, seed, simulations, read_content(network) if network else None)
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
@click.option("--use", "used", multiple=True, metavar="SETUPS", help="Setups in which the search uses it, or 'all'.")
@click.option("--report", type=FILE, help="Write log-losses and calibration into this JSON file.")
@seed_option
def fit(game: str, network: Path, files: tuple[Path, ...], report: Path | None, **options: Any) -> None:
    """Train a network on the games of some FILEs and write it into NETWORK; one game in ten is kept for tests.

    SETUPS is a board and a player count as the report names them, such as 'hanse-4-5, 4 players'; without any, the
    search uses the network only if it is asked to.
    """
    check_game(game)
    require_numpy()
    from tqdm import tqdm

    from kontor.training.model import TrainingOptions, steps_of
    from kontor.training.report import calibration_table, loss_table
    from kontor.training.samples import group_names, read_samples
    from kontor.training.training import file_hash, split, train_network

    used = options.pop("used")
    used = group_names(game) if used == ("all",) else used
    with arena_errors():
        with tqdm(unit=" games read", file=sys.stderr, disable=None, leave=False) as bar:
            samples = read_samples(game, files, bar.update)
        if not (split(samples, False) and split(samples, True)):
            raise InvalidInput("the files need games for training and for tests, one in ten: play more games.")
        chosen = TrainingOptions(**options)
        steps = 2 * steps_of(split(samples, False), chosen)
        with tqdm(total=steps, unit=" steps", file=sys.stderr, disable=None, leave=False) as bar:
            trained, found = train_network(game, samples, chosen, used, bar.update)
    network.write_text(json.dumps(trained.json(), indent=1) + "\n", encoding="utf-8")
    if report is not None:
        report.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    click.echo(f"{network}: {file_hash(network)}\n")
    click.echo(f"{loss_table(found['losses'])}\n\n{calibration_table(found['calibration'])}")


@command.command("weights", epilog=example("kontor train weights GAME weights.json --games 2000 --jobs 2"))
@game_argument
@click.argument("file", type=FILE)
@click.option("--games", type=click.IntRange(1), default=2000, show_default=True, help="Number of games, at least.")
@click.option("--simulations", type=click.IntRange(1), default=40, show_default=True, help="Simulations for a turn.")
@seed_option
@jobs_option
@engine_options
def weights(game: str, file: Path, games: int, simulations: int, seed: int, jobs: int, **options: Any) -> None:
    """Tune the weights of GAME's evaluation, by which the search chooses turns to consider, and write them into FILE.

    Games on all setups are played between searches with slightly different weights. If FILE has a tuning with the
    same seed and simulations, it is continued.
    """
    from tqdm import tqdm

    check_game(game)
    engine = read_engine(options)
    with (
        arena_errors(),
        tqdm(total=games, unit=" games", file=sys.stderr, disable=None, leave=False) as bar,
    ):
        try:
            found = tune_weights(TuningConfig(game, seed, simulations), games, file, jobs, engine, bar.update)
        except KeyboardInterrupt:
            raise Interrupted(f"interrupted; {file} keeps the rounds played so far.") from None
    click.echo("\n".join(f"{name} = {weight}" for name, weight in found.items()))


@command.command("calibrate", epilog=example("kontor train calibrate network.json games.jsonl --plot plot.svg"))
@click.argument("network", type=EXISTING)
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=FILE)
@click.option("--all-games", is_flag=True, help="Take all games: the network was not trained on the FILEs.")
@click.option("--plot", type=FILE, help="Write a reliability plot of every board into this SVG file.")
def calibrate(network: Path, files: tuple[Path, ...], all_games: bool, plot: Path | None) -> None:
    """Fit the exponent of NETWORK for the chances that people see, and write it into the file.

    Every third position of the games in FILEs that are kept for tests is searched with the network.
    """
    require_numpy()
    from tqdm import tqdm

    from kontor.training.calibration import best_exponent, calibration_rows, searched_games
    from kontor.training.report import calibration_table
    from kontor.training.training import file_hash

    content = read_content(network)
    with arena_errors(), tqdm(unit=" games searched", file=sys.stderr, disable=None, leave=False) as bar:
        games = searched_games(read_network(content), files, all_games, bar.update)
    if not games:
        raise InvalidInput("the files have no finished game that is kept for tests.")
    exponent = best_exponent(games)
    network.write_text(json.dumps({**content, "exponent": exponent}, indent=1) + "\n", encoding="utf-8")
    rows = calibration_rows(games, exponent)
    if plot is not None:
        from kontor.training.calibration_plot import reliability_plot

        plot.write_text(reliability_plot(rows), encoding="utf-8")
    click.echo(f"{network}: {file_hash(network)}; exponent {exponent} from {len(games)} games\n")
    click.echo(calibration_table(rows))


def read_content(path: Path) -> dict[str, Any]:
    """Return the content of a network file, or reject a file that is none."""
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        read_network(content)
    except (ValueError, KeyError, AttributeError, TypeError) as problem:
        raise InvalidInput(f"{path} is not a network file: {problem}") from None
    return content


def require_numpy() -> None:
    """Reject a command that needs numpy if it is not installed."""
    if find_spec("numpy") is None:
        raise InvalidInput("training needs the library numpy; install kontor-games[research].")


def check_game(name: str) -> None:
    """Reject a game that does not exist or has no evaluation."""
    if not registry.game_type(name).describe().get("styles"):
        raise InvalidInput(f"the game {name!r} has no evaluation, so it cannot be searched or trained.")
