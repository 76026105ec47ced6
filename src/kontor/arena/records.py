"""Records of many games: a file each, in a folder of their own."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

from kontor.core.record import Record


class ArenaError(ValueError):
    """Games that cannot be played as asked; the text is one sentence."""


def record_text(record: Record) -> str:
    """What the file of a record holds."""
    return json.dumps(record.json()) + "\n"


def write_record(folder: Path, number: int, text: str) -> None:
    """Write the record of a game, whole or not at all."""
    part = folder / f"game-{number + 1:06}.json.part"
    part.write_text(text, encoding="utf-8")
    part.replace(part.with_suffix(""))


def write_records(folder: Path, texts: Mapping[int, str]) -> None:
    """Write the records of several games."""
    for number, text in texts.items():
        write_record(folder, number, text)


def make_folder(folder: Path, may_hold: bool = False) -> None:
    """Make a folder for records, or take one that is empty or may hold others."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not may_hold and any(os.scandir(folder)):
            raise ArenaError(f"the folder {str(folder)!r} is not empty; records go into a new one.")
    except OSError as problem:
        raise ArenaError(f"the folder {str(folder)!r} cannot be made: {problem.strerror}.") from problem
