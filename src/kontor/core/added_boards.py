"""Boards that are no part of a game's package: entry points of installed packages, and files named by the user.

Files are listed in the environment variable KONTOR_BOARDS, so that worker processes know them too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from kontor.core import strict_json
from kontor.core.entry_points import entry_points
from kontor.core.values import SetupError

GROUP = "kontor.boards"  # entry points: the path of a board file, or its content
BOARDS_VARIABLE = "KONTOR_BOARDS"
SUFFIX = ".json"
MAX_BYTES = 1_000_000

BoardContent = Mapping[str, Any]


def is_board_file(board: object) -> bool:
    """Return whether a board is named by its file and not by its id."""
    return isinstance(board, Path) or (isinstance(board, str) and board.endswith(SUFFIX))


def add_board_file(path: str | Path) -> str:
    """Make the board in a file known to this process and its worker processes, and return its id."""
    absolute = str(Path(path).absolute())
    if os.pathsep in absolute:
        raise SetupError(f"setup: the path of the board file {absolute!r} must not contain {os.pathsep!r}.")
    board = board_id(read_board_file(absolute), absolute)
    known = os.environ.get(BOARDS_VARIABLE, "")
    if absolute not in known.split(os.pathsep):
        os.environ[BOARDS_VARIABLE] = os.pathsep.join(filter(None, [known, absolute]))
    return board


def added_boards() -> Mapping[str, BoardContent]:
    """Return the content of every added board by its id; raise SetupError if two different ones share an id."""
    listed = filter(None, os.environ.get(BOARDS_VARIABLE, "").split(os.pathsep))
    return _added_boards(tuple((path, _modified(path)) for path in listed), tuple(sys.path))


def board_id(content: BoardContent, source: str) -> str:
    """Return the id of a board, or raise SetupError if it has none."""
    name = content.get("id")
    if not isinstance(name, str):
        raise SetupError(f"setup: the board of {source!r} has no text 'id'.")
    return name


def _modified(path: str) -> int:
    """Return when a file was modified, so that one that was edited is read again."""
    try:
        return Path(path).stat().st_mtime_ns
    except OSError:
        return 0  # the error is reported when the file is read


@lru_cache(maxsize=8)
def _added_boards(files: tuple[tuple[str, int], ...], search_path: tuple[str, ...]) -> Mapping[str, BoardContent]:
    found: dict[str, BoardContent] = {}
    for source, content in [*_declared(), *((path, read_board_file(path)) for path, _ in files)]:
        name = board_id(content, source)
        if found.setdefault(name, content) != content:
            raise SetupError(f"setup: the board {name!r} of {source!r} differs from another one with this id.")
    return found


def _declared() -> Iterator[tuple[str, BoardContent]]:
    """Yield the boards of installed packages."""
    for point in entry_points(GROUP):
        loaded = point.load()
        yield point.value, loaded if isinstance(loaded, Mapping) else read_board_file(str(loaded))


def read_board_file(path: str) -> BoardContent:
    """Return the content of a board file, or raise SetupError if it cannot be read."""
    try:
        raw = Path(path).read_bytes()
        content = strict_json.parse(raw[: MAX_BYTES + 1].decode("utf-8-sig"))
    except OSError as problem:
        raise SetupError(f"setup: the board file {path!r} cannot be read: {problem.strerror}.") from problem
    except UnicodeDecodeError as problem:
        raise SetupError(f"setup: the board file {path!r} is not UTF-8 text.") from problem
    except strict_json.InvalidJson as problem:
        raise SetupError(f"setup: the board file {path!r} {problem}.") from problem
    if not isinstance(content, dict) or len(raw) > MAX_BYTES:
        raise SetupError(f"setup: the board file {path!r} holds no JSON object of at most 1 MB.")
    return content
