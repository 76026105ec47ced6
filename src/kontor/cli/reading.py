"""Reading what a command is given: a file or standard input, size, text and JSON checked."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

import click

from kontor.cli.failures import Wrong
from kontor.core import registry
from kontor.core.game import Game, Position, SetupError
from kontor.core.record import Record, RecordError, read_record, replay

LARGEST = 8_000_000
MOST_DIGITS = 20
DEEPEST = 32
DEFAULT_GAME = "teutonica"

file_argument = click.argument("path", metavar="FILE")
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def example(line: str) -> str:
    """The end of a help text: an example on a line of its own."""
    return f"\b\nExample:\n  {line}"


@dataclass(frozen=True)
class Given:
    """What a FILE holds: a game, a position of it, and how many moves led there."""

    game: Game
    position: Position
    number: int


def given(path: str) -> Given:
    """The position of a record, or of a setup and a position."""
    content = read_object(path)
    if "moves" in content or "format" in content:
        record = as_record(content)
        game = registry.game(record.setup)
        return Given(game, replay(game, record), len(record.moves))
    return as_position(content)


def given_record(path: str) -> Record:
    """The record a FILE holds."""
    return as_record(read_object(path))


def as_record(content: Mapping[str, Any]) -> Record:
    """A record, the game named if it is not."""
    record = read_record(content)
    record.setup.setdefault("game", DEFAULT_GAME)
    return record


def as_position(content: Mapping[str, Any]) -> Given:
    """A setup and a position; without a position the game stands at its start."""
    for name in content:
        if name not in ("setup", "position"):
            raise RecordError(f"the input has an unknown field {name!r}; a position comes as 'setup', 'position'.")
    setup, position = content.get("setup"), content.get("position")
    if not isinstance(setup, Mapping):
        raise SetupError("the input has no object 'setup'; it must be a record, or 'setup' and 'position'.")
    if not isinstance(position, Mapping | None):
        raise RecordError("the field 'position' must be an object.")
    game = registry.game({"game": DEFAULT_GAME, **setup})
    return Given(game, game.start() if position is None else game.read_position(position), 0)


def read_object(path: str) -> dict[str, Any]:
    """The JSON object in a file."""
    content = parse(read_text(path), name_of(path))
    if not isinstance(content, dict):
        raise Wrong(f"{name_of(path)} holds no JSON object.")
    return content


def name_of(path: str) -> str:
    """How messages call a file."""
    return "standard input" if path == "-" else f"the file {path!r}"


def read_text(path: str) -> str:
    """The text of a file, not more of it than anybody needs."""
    raw = read_bytes(path)
    if len(raw) > LARGEST:
        raise Wrong(f"{name_of(path)} is too large: more than {LARGEST // 1_000_000} MB.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Wrong(f"{name_of(path)} is not UTF-8 text.") from None


def read_bytes(path: str) -> bytes:
    """The first bytes of a file, one more than allowed if there are that many."""
    if path == "-":
        return sys.stdin.buffer.read(LARGEST + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(LARGEST + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise Wrong(f"{name_of(path)} cannot be read: {reason}.") from None


def parse(text: str, name: str) -> Any:
    """The content of a JSON text, strictly read."""
    try:
        content = json.loads(text, object_pairs_hook=without_doubles, parse_int=whole, parse_constant=no_number)
    except json.JSONDecodeError as problem:
        place = f"line {problem.lineno}, column {problem.colno}"
        raise Wrong(f"{name} is not valid JSON: {problem.msg} at {place}.") from None
    except RecursionError:
        raise Wrong(f"{name} is nested too deeply.") from None
    except ValueError as problem:
        raise Wrong(f"{name} is not valid JSON: {problem}.") from None
    if is_deep(content):
        raise Wrong(f"{name} is nested too deeply.")
    return content


def without_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose keys are all different."""
    content = dict(pairs)
    if len(content) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object")
    return content


def whole(digits: str) -> int:
    """A whole number of a sensible size."""
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number has {len(digits)} digits")
    return int(digits)


def no_number(word: str) -> NoReturn:
    """Refuse NaN and infinities, which are no JSON."""
    raise ValueError(f"{word} is no JSON value")


def is_deep(content: object) -> bool:
    """Whether values are nested deeper than anything we read."""
    layer = [content]
    for _ in range(DEEPEST):
        layer = [inner for value in layer for inner in inside(value)]
        if not layer:
            return False
    return True


def inside(value: object) -> list[Any]:
    """The values a value holds."""
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def read_move(game: Game, text: str) -> int:
    """The move an argument names, in words or as a JSON object."""
    if not text.lstrip().startswith("{"):
        return game.read(text)
    content = parse(text, "the move")
    return game.read_json(content)
