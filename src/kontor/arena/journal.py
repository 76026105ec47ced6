"""Journals: the finished games of a tournament, a line each, so that it can be continued."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kontor.arena.match import Match, Order, Outcome, read_outcome
from kontor.arena.records import ArenaError

FORMAT = 1


class Journal:
    """The journal of an order; what the file already holds is read at once, and nothing written before it begins.

    One that keeps the moves of its games is not to be taken for one that does not.
    """

    def __init__(self, path: Path, order: Order, keep_moves: bool = False) -> None:
        self.path = path
        self.outcomes: dict[int, Outcome] = {}
        self.moves: dict[int, list[int]] = {}
        self.clock = 0.0
        self.head = {"tournament": FORMAT, **json.loads(json.dumps(order.json()))}
        if keep_moves:
            self.head["moves"] = True
        with refusals(path):
            self.whole = self.read()

    @property
    def is_new(self) -> bool:
        """Whether nothing has been written yet."""
        return not self.whole

    def read(self) -> int:
        """Take in every whole line, and return how many bytes they are; a torn last line is left out."""
        raw = self.path.read_bytes() if self.path.exists() or not self.path.absolute().parent.exists() else b""
        whole = raw.rfind(b"\n") + 1
        contents = self.contents(raw[:whole])
        is_own = next(contents) == self.head if whole else line_of(self.head).startswith(raw)
        if not is_own:
            raise ArenaError(f"the journal {str(self.path)!r} is of another tournament; take a new file.")
        for content in contents:
            self.take(content)
        return whole

    def begin(self) -> None:
        """Make the file ready for more games: a head if it is new, and no torn line."""
        with refusals(self.path), self.path.open("ab") as file:
            file.truncate(self.whole)
        if self.is_new:
            self.append(self.head)

    def contents(self, raw: bytes) -> Iterator[Any]:
        """The content of every line."""
        for number, line in enumerate(raw.splitlines(), 1):
            try:
                yield json.loads(line)
            except ValueError:
                raise ArenaError(f"line {number} of the journal {str(self.path)!r} is no JSON.") from None

    def take(self, content: dict[str, Any]) -> None:
        """Remember a game."""
        try:
            outcome = read_outcome(content["game"])
            self.clock = max(self.clock, float(content["clock"]))
            if "moves" in self.head:
                self.moves[outcome.number] = [int(move) for move in content["moves"]]
        except (KeyError, TypeError, ValueError):
            raise ArenaError(f"the journal {str(self.path)!r} has a line that is no finished game.") from None
        self.outcomes[outcome.number] = outcome

    def write(self, match: Match, clock: float) -> None:
        """Add a game that is finished, and the seconds that the tournament has taken so far."""
        moves = {"moves": match.moves} if "moves" in self.head else {}
        self.append({"clock": clock, "game": match.outcome.json(), **moves})

    def append(self, content: dict[str, Any]) -> None:
        """Add a line."""
        with self.path.open("ab") as file:
            file.write(line_of(content))


@contextmanager
def refusals(path: Path) -> Iterator[None]:
    """Turn what the system refuses into a sentence."""
    try:
        yield
    except OSError as problem:
        raise ArenaError(f"the journal {str(path)!r} cannot be used: {problem.strerror}.") from problem


def line_of(content: dict[str, Any]) -> bytes:
    """A line of a journal."""
    return json.dumps(content).encode() + b"\n"
