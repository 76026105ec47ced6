"""States from text and data: a record, or a setup with a position."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kontor.core import registry, strict_json
from kontor.core.game import Game
from kontor.core.position_text import BAR, parse_state
from kontor.core.record import Record, RecordError, read_record
from kontor.core.state import Chance, State
from kontor.core.values import SetupError


def is_state_text(text: str) -> bool:
    """Return whether a text looks like one line of setup and position, and not like JSON."""
    return BAR in text and not text.lstrip().startswith(("{", "["))


def parse_any(text: str, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the state of a text: setup and position as one line, or the JSON of anything that `read_state` takes."""
    if is_state_text(text):
        return State(*parse_state(text), seed=seed, chance=chance)
    try:
        content = strict_json.parse(text)
    except strict_json.InvalidJson as problem:
        raise RecordError(f"the input {problem}.") from None
    return read_state(content, seed=seed, chance=chance)


def read_state(content: object, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the last state of a record, or the state of a setup and a position.

    A setup without a game is one of the default game; without a position it is the start of the game.
    """
    if not isinstance(content, Mapping):
        raise RecordError("the input must be an object: a record, or 'setup' and 'position'.")
    if "moves" in content or "format" in content:
        return replayed(read_record(content), seed=seed, chance=chance)
    _check_fields(content)
    game, position = game_of(content["setup"]), content.get("position")
    raw = None if position is None else game.read_position(position)
    return State(game, raw, seed=seed, chance=chance)


def replayed(record: Record, *, seed: int | None = None, chance: Chance = "seed") -> State:
    """Return the last state of a record; raise BrokenRecord if a move or the result is wrong."""
    return State.replay(game_of(record.setup), record, seed=seed, chance=chance)


def game_of(setup: Mapping[str, Any]) -> Game:
    """Return the game of a setup; a setup without a game is one of the default game."""
    return registry.shared_game(setup if "game" in setup else {"game": registry.default_name(), **setup})


def _check_fields(content: Mapping[str, Any]) -> None:
    for name in content:
        if name not in ("setup", "position"):
            raise RecordError(f"the input has an unknown field {name!r}; a position comes as 'setup', 'position'.")
    if not isinstance(content.get("setup"), Mapping):
        raise SetupError("the input has no object 'setup'; it must be a record, or 'setup' and 'position'.")
    if not isinstance(content.get("position"), Mapping | None):
        raise RecordError("the field 'position' must be an object.")
