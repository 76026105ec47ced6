"""Input files: a file or standard input, with its size, encoding and JSON checked."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from kontor.cli.completions import complete_file
from kontor.cli.errors import InvalidInput
from kontor.core import registry, strict_json
from kontor.core.game import Game
from kontor.core.record import Record, read_record
from kontor.core.state import State
from kontor.core.state_data import is_state_text, parse_any, read_state

MAX_BYTES = 8_000_000

file_argument = click.argument("path", metavar="FILE", shell_complete=complete_file)
record_argument = click.argument("path", metavar="RECORD", shell_complete=complete_file)
json_option = click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")


def example(line: str) -> str:
    """Return the end of a help text: an example on its own line, in which GAME stands for the first game."""
    return f"\b\nExample:\n  {line.replace('GAME', registry.names()[0])}"


def read_state_file(path: str) -> State:
    """Return the state in a file: a record, a setup with a position, or one line of text; chance moves wait."""
    text = read_text(path)
    if is_state_text(text):
        return parse_any(text, chance="manual")
    return read_state(parse_object(text, file_label(path)), chance="manual")


def read_record_file(path: str) -> Record:
    """Return the record in a file."""
    return parse_record(read_object(path))


def parse_record(content: Mapping[str, Any]) -> Record:
    """Return a record; without a game it is of the default game."""
    record = read_record(content)
    record.setup.setdefault("game", registry.default_name())
    return record


def read_object(path: str) -> dict[str, Any]:
    """Return the JSON object in a file."""
    return parse_object(read_text(path), file_label(path))


def parse_object(text: str, name: str) -> dict[str, Any]:
    """Return the JSON object of a text."""
    content = parse(text, name)
    if not isinstance(content, dict):
        raise InvalidInput(f"{name} holds no JSON object.")
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
