"""Records of many games: one file each, in one folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from kontor.core.record import Record, write_atomically


class ArenaError(ValueError):
    """Games that cannot be played as requested; the message is one sentence."""


def record_text(record: Record) -> str:
    """Return the content of the file of a record."""
    return record.text() + "\n"


def write_record(folder: Path, number: int, text: str) -> None:
    """Write the record of a game atomically."""
    write_atomically(folder / f"game-{number + 1:06}.json", text)


def write_records(folder: Path, texts: Mapping[int, str]) -> None:
    """Write the records of several games."""
    for number, text in texts.items():
        write_record(folder, number, text)


def make_folder(folder: Path, allow_existing: bool = False) -> None:
    """Create a folder for records; reject one that is not empty unless existing files are allowed."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not allow_existing and any(os.scandir(folder)):
            raise ArenaError(f"the folder {str(folder)!r} is not empty; records go into a new one.")
    except OSError as problem:
        raise ArenaError(f"the folder {str(folder)!r} cannot be created: {problem.strerror}.") from problem
