"""Error responses."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from kontor.server.schemas.tables import Entry


class Problem(BaseModel):
    """The body of every error response."""

    error: str
    """A code for the kind of error."""
    sentence: str
    """One English sentence that says what is wrong and what to do."""
    facts: dict[str, Any] = {}


class StaleProblem(Problem):
    """The table has changed; the request was not carried out."""

    number: int | None = None
    """The number of the last entry of the table."""
    entries: list[Entry] = []
    """The entries after the number that was sent."""


class MoveProblem(Problem):
    """A request that is invalid, or a move that is not legal: then with the rule that forbids it."""

    rule: str | None = None
