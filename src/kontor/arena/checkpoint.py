"""Checkpoint files: the finished games of a tournament, one line each, so that it can be resumed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kontor.arena.match import MatchResult, Outcome, TournamentConfig, read_outcome
from kontor.arena.records import ArenaError

FORMAT = 2


class Checkpoint:
    """The checkpoint file of a tournament; existing content is read at once, nothing is written before `prepare`.

    A file that keeps the moves of its games cannot continue one that does not.
    """

    def __init__(self, path: Path, config: TournamentConfig, keep_moves: bool = False) -> None:
        self.path = path
        self.outcomes: dict[int, Outcome] = {}
        self.moves: dict[int, list[int]] = {}
        self.seconds = 0.0
        self.header = {"tournament": FORMAT, **json.loads(json.dumps(config.json()))}
        if keep_moves:
            self.header["moves"] = True
        with os_errors(path):
            self.complete_bytes = self.read()

    @property
    def is_new(self) -> bool:
        """Whether nothing has been written yet."""
        return not self.complete_bytes

    def read(self) -> int:
        """Read every complete line and return their number of bytes; an incomplete last line is ignored."""
        raw = self.path.read_bytes() if self.path.exists() or not self.path.absolute().parent.exists() else b""
        complete_bytes = raw.rfind(b"\n") + 1
        lines = self.parse_lines(raw[:complete_bytes])
        is_same = next(lines) == self.header if complete_bytes else encode_line(self.header).startswith(raw)
        if not is_same:
            raise ArenaError(f"the checkpoint {str(self.path)!r} is of another tournament; take a new file.")
        for content in lines:
            self.add(content)
        return complete_bytes

    def prepare(self) -> None:
        """Prepare the file for more games: write the header if it is new, and remove an incomplete line."""
        with os_errors(self.path), self.path.open("ab") as file:
            file.truncate(self.complete_bytes)
        if self.is_new:
            self.append(self.header)

    def parse_lines(self, raw: bytes) -> Iterator[Any]:
        """Yield the content of every line."""
        for number, line in enumerate(raw.splitlines(), 1):
            try:
                yield json.loads(line)
            except ValueError:
                raise ArenaError(f"line {number} of the checkpoint {str(self.path)!r} is no JSON.") from None

    def add(self, content: dict[str, Any]) -> None:
        """Add a game read from the file."""
        try:
            outcome = read_outcome(content["game"])
            self.seconds = max(self.seconds, float(content["seconds"]))
            if "moves" in self.header:
                self.moves[outcome.number] = [int(move) for move in content["moves"]]
        except (KeyError, TypeError, ValueError):
            raise ArenaError(f"the checkpoint {str(self.path)!r} has a line that is no finished game.") from None
        self.outcomes[outcome.number] = outcome

    def write(self, match: MatchResult, seconds: float) -> None:
        """Write a finished game, and the seconds that the tournament has taken so far."""
        moves = {"moves": match.moves} if "moves" in self.header else {}
        self.append({"seconds": seconds, "game": match.outcome.json(), **moves})

    def append(self, content: dict[str, Any]) -> None:
        """Append a line."""
        with self.path.open("ab") as file:
            file.write(encode_line(content))


@contextmanager
def os_errors(path: Path) -> Iterator[None]:
    """Turn errors of the operating system into ArenaError."""
    try:
        yield
    except OSError as problem:
        raise ArenaError(f"the checkpoint {str(path)!r} cannot be used: {problem.strerror}.") from problem


def encode_line(content: dict[str, Any]) -> bytes:
    """Return content as a line of the file."""
    return json.dumps(content).encode() + b"\n"
