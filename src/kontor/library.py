"""The functions of `import kontor`: games, states from files and text, agents, and games between agents."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from kontor.agents import catalog
from kontor.agents.state_agent import StateAgent
from kontor.arena.play import play as play_game
from kontor.arena.play import record_of_game
from kontor.core import registry
from kontor.core.added_boards import add_board_file, is_board_file
from kontor.core.game import Game
from kontor.core.record import Record, shorten
from kontor.core.setup_text import parse_setup
from kontor.core.state import Chance, State
from kontor.core.state_data import parse_any, replayed

MOST_TURNS = 1000


def game_names() -> list[str]:
    """Return the names of all games."""
    return registry.names()


def game(name: str | Mapping[str, Any], /, *, kernel: str | None = None, **fields: Any) -> Game:
    """Return a game by its name, or a whole setup as text or mapping; what is left out has its default.

    `game(NAME, players=3, modules=["mission-cards"])`: `game_names` lists the names, and `kontor games` all fields.
    A board may also be the path of a board file, which then is known to the whole program.
    """
    setup = parse_setup(name) if isinstance(name, str) else dict(name)
    whole = {**setup, **fields}
    if is_board_file(whole.get("board")):
        whole["board"] = add_board_file(whole["board"])
    return registry.game(whole, kernel)


def load(path: str | Path, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the state in a file: the end of a record, a setup with a position, or one line of text.

    Chance moves that are still to come are drawn from the seed.
    """
    return parse(Path(path).read_text(encoding="utf-8-sig"), seed=seed, chance=chance)


def parse(text: str, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the state of a text: one line as `State.text` returns it, or the JSON of a record or a position."""
    return parse_any(text, seed=seed, chance=chance)


def svg(
    state: State,
    *,
    theme: str = "light",
    palette: str = "heraldry",
    last: Sequence[str] | None = None,
    arrows: Sequence[tuple[str, str]] = (),
    highlights: Sequence[str] = (),
    names: Sequence[str] = (),
    caption: str = "",
    width: int | None = None,
) -> str:
    """Return the map of a state as a stand-alone SVG document.

    The theme is `light` or `dark`; `palette` chooses the colours of the seats. Places are named as in moves: `last`
    marks those of the last move, which are known if they are not given, `highlights` outlines places, `arrows` joins
    pairs of them. `names` are the names of the seats, and `width` is in pixels.
    """
    marked = {} if last is None else {"last": last}
    options = {"arrows": arrows, "highlights": highlights, "names": names, "caption": caption, "width": width}
    return state.svg(theme=theme, palette=palette, **marked, **options)


def replay(record: Record, moves: int | None = None, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the state after all moves of a record, or after the first `moves`."""
    return replayed(record if moves is None else shorten(record, moves), seed=seed, chance=chance)


def agent(name: str, *, seed: int | None = None) -> StateAgent:
    """Return an agent by its name: `easy`, `search+rusher` with a style, or `path.py:Name` from a file."""
    return StateAgent(name, seed=seed)


def play(game: Game, agents: Sequence[str], *, seed: int = 1, turns: int = MOST_TURNS) -> Record:
    """Play a game between agents, one name for each seat, and return its record.

    The game is stopped after a number of turns; the result of its record is then `turn-cap`.
    """
    if len(agents) != game.players:
        raise ValueError(f"{len(agents)} agents for {game.players} seats: name one for each seat.")
    for name in agents:
        catalog.check_agent(name, game)
    return record_of_game(game, play_game(game, [catalog.agent(name) for name in agents], seed, turns))
