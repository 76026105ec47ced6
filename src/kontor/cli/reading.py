"""Reading what a command is given: a file or standard input, size, text and JSON checked."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kontor.cli.failures import Wrong
from kontor.core import registry, strict_json
from kontor.core.game import Game, PositionBytes, SetupError
from kontor.core.record import Record, RecordError, read_record, replay

LARGEST = 8_000_000
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
    position: PositionBytes
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
    """The content of a JSON text."""
    try:
        return strict_json.parse(text)
    except strict_json.Unreadable as problem:
        raise Wrong(f"{name} {problem}.") from None


def read_move(game: Game, text: str) -> int:
    """The move an argument names, in words or as a JSON object."""
    if not text.lstrip().startswith("{"):
        return game.parse_move(text)
    content = parse(text, "the move")
    return game.parse_move_json(content)
