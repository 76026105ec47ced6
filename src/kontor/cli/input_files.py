"""Input files: a file or standard input, with its size, encoding and JSON checked."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from kontor.cli.completions import complete_file
from kontor.cli.errors import InvalidInput
from kontor.core import registry, strict_json
from kontor.core.game import Game, PositionBytes, SetupError
from kontor.core.record import Record, RecordError, read_record, replay

MAX_BYTES = 8_000_000

file_argument = click.argument("path", metavar="FILE", shell_complete=complete_file)
record_argument = click.argument("path", metavar="RECORD", shell_complete=complete_file)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def example(line: str) -> str:
    """Return the end of a help text: an example on its own line, in which GAME stands for the first game."""
    return f"\b\nExample:\n  {line.replace('GAME', registry.names()[0])}"


@dataclass(frozen=True)
class InputPosition:
    """The content of a FILE: a game, a position of it, and the number of moves that led to it."""

    game: Game
    position: PositionBytes
    number: int


def read_position_file(path: str) -> InputPosition:
    """Return the position of a record, or of a setup and a position."""
    content = read_object(path)
    if "moves" in content or "format" in content:
        record = parse_record(content)
        game = registry.game(record.setup)
        return InputPosition(game, replay(game, record), len(record.moves))
    return parse_position(content)


def read_record_file(path: str) -> Record:
    """Return the record in a file."""
    return parse_record(read_object(path))


def parse_record(content: Mapping[str, Any]) -> Record:
    """Return a record; without a game it is of the default game."""
    record = read_record(content)
    record.setup.setdefault("game", registry.default_name())
    return record


def parse_position(content: Mapping[str, Any]) -> InputPosition:
    """Return the position of a setup and a position; without a position it is the start of the game."""
    for name in content:
        if name not in ("setup", "position"):
            raise RecordError(f"the input has an unknown field {name!r}; a position comes as 'setup', 'position'.")
    setup, position = content.get("setup"), content.get("position")
    if not isinstance(setup, Mapping):
        raise SetupError("the input has no object 'setup'; it must be a record, or 'setup' and 'position'.")
    if not isinstance(position, Mapping | None):
        raise RecordError("the field 'position' must be an object.")
    game = registry.game({"game": registry.default_name(), **setup} if "game" not in setup else setup)
    return InputPosition(game, game.start() if position is None else game.read_position(position), 0)


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object in a file."""
    content = parse(read_text(path), file_label(path))
    if not isinstance(content, dict):
        raise InvalidInput(f"{file_label(path)} holds no JSON object.")
    return content


def file_label(path: str) -> str:
    """Return the name of a file in messages."""
    return "standard input" if path == "-" else f"the file {path!r}"


def read_text(path: str) -> str:
    """Return the text of a file of limited size."""
    raw = read_bytes(path)
    if len(raw) > MAX_BYTES:
        raise InvalidInput(f"{file_label(path)} is too large: more than {MAX_BYTES // 1_000_000} MB.")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput(f"{file_label(path)} is not UTF-8 text.") from None


def read_bytes(path: str) -> bytes:
    """Return the first bytes of a file, one more than allowed if there are as many."""
    if path == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    try:
        with Path(path).open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        raise InvalidInput(f"{file_label(path)} cannot be read: {reason}.") from None


def parse(text: str, name: str) -> Any:
    """Return the content of a JSON text."""
    try:
        return strict_json.parse(text)
    except strict_json.InvalidJson as problem:
        raise InvalidInput(f"{name} {problem}.") from None


def read_move(game: Game, text: str) -> int:
    """Return the move of an argument, given as text or as a JSON object."""
    if not text.lstrip().startswith("{"):
        return game.parse_move(text)
    content = parse(text, "the move")
    return game.parse_move_json(content)
