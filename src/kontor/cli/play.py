"""`kontor play`: play a game in the terminal."""

from __future__ import annotations

import random
import signal
import sys
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import click

from kontor.agents.catalog import AgentError
from kontor.cli.errors import InvalidInput
from kontor.cli.input_files import example, read_object
from kontor.cli.setup_options import SETUP_OPTIONS, read_setup, setup_options
from kontor.core import registry
from kontor.core.state import MOST_SEED, State
from kontor.core.state_data import read_state
from kontor.terminal.play import play
from kontor.terminal.players import PlayersError, make_players
from kontor.terminal.reader import make_reader
from kontor.terminal.screen import Screen
from kontor.terminal.session import Session


@click.command(
    "play",
    short_help="Play GAME at the keyboard, against the computer or together.",
    epilog=example("kontor play GAME --players 3 --agents human,easy,hard"),
)
@click.argument("game", metavar="[GAME|FILE]", required=False)
@setup_options
@click.option("--agents", help="One for your opponents, or one per seat: human,easy,hard; human is a person.")
@click.option("--names", help="The names of the players: Anna,Bernt.")
@click.option("--seed", type=click.IntRange(0, MOST_SEED - 1), help="The same seed gives the same chance moves.")
def command(game: str | None, agents: str | None, names: str | None, seed: int | None, **options: Any) -> None:
    """Play GAME against the computer or with several people at one keyboard, or resume a game from FILE.

    Without --agents you have the first seat and the computer the others. Tab completes moves; type help for the
    commands, quit to leave. A game that was not finished is saved and can be resumed.
    """
    number = random.randrange(MOST_SEED) if seed is None else seed
    path = resumed_file(game)
    state = resumed(path, options, number) if path else new_game(game, options, number)
    screen = Screen()
    try:
        players = make_players(state.game, agents, names, number)
    except (AgentError, PlayersError) as problem:
        raise InvalidInput(str(problem)) from problem
    end_by_signal()
    play(Session(state, players, screen, make_reader(screen.colour), path))


def new_game(game: str | None, options: dict[str, Any], seed: int) -> State:
    """Return the first state of the game of that name, or of the default one."""
    return State(registry.game(read_setup(game or registry.default_name() or "", options)), seed=seed)


def resumed_file(game: str | None) -> Path | None:
    """Return the file that an argument names, unless it is the name of a game."""
    if game is None or game in registry.names():
        return None
    return Path(game) if Path(game).suffix or Path(game).is_file() else None


def resumed(path: Path, options: dict[str, Any], seed: int) -> State:
    """Return the state in a file; its setup cannot be changed."""
    given = [name for name in SETUP_OPTIONS if options.get(name)]
    if given:
        raise InvalidInput(f"the file {str(path)!r} holds a setup: leave out the option for {given[0]}.")
    return read_state(read_object(str(path)), seed=seed)


def end_by_signal() -> None:
    """Let a closed terminal or a termination end the program as an exception, so that the game is saved."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), leave_by_signal)


def leave_by_signal(number: int, frame: FrameType | None) -> NoReturn:
    """End the program with the exit code of a signal."""
    sys.exit(128 + number)
