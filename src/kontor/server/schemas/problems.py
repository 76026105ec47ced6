"""What is answered when something is not done."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from kontor.server.schemas.tables import Entry


class Problem(BaseModel):
    """Why something is not done."""

    error: str
    """A word for the sort of problem."""
    sentence: str
    """One English sentence that names the problem and the way out."""
    facts: dict[str, Any] = {}


class StaleProblem(Problem):
    """The table has moved on; nothing was changed."""

    number: int | None = None
    """The number the table is at."""
    entries: list[Entry] = []
    """What happened since the number that was sent."""


class MoveProblem(Problem):
    """A request that cannot be read, or a move that is not legal: then with the rule that forbids it."""

    rule: str | None = None
