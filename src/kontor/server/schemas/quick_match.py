"""Quick match: a game against people who want the same."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kontor.server.schemas.fields import Identifier, RequestBody


class QuickMatchRequest(RequestBody):
    """The wanted game: players at the table, at one sitting or by correspondence, and how far ratings may differ."""

    game: Identifier
    players: Annotated[int, Field(ge=2, le=5, strict=True)]
    clock: Literal["live", "slow"] = "live"
    width: Annotated[int, Field(ge=0, le=5000, strict=True)] | None = None


class QuickMatch(BaseModel):
    """The wanted game, how many people wait for it, and the table at which the account was seated."""

    game: str
    players: int
    clock: Literal["live", "slow"]
    width: int | None
    queued_at: int
    waiting: int
    table_id: str | None
