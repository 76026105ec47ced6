"""Previews of moves."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import BaseModel, Field, model_validator
from pydantic_core import PydanticCustomError

from kontor.server.schemas.errors import MoveProblem
from kontor.server.schemas.fields import MoveLine, MoveText, Number, RequestBody
from kontor.server.schemas.tables import State


class PreviewRequest(RequestBody):
    """Lines of moves from the present state, in words or as objects, and the number of the last entry known.

    With `ahead` the lines begin as if the turn of the account's seat began now, while another seat is to move; one
    without moves returns this beginning.
    """

    number: Number
    lines: Annotated[
        list[MoveLine | Annotated[list[MoveText], Field(max_length=0)]], Field(min_length=1, max_length=16)
    ]
    ahead: bool = False

    @model_validator(mode="after")
    def check_lines(self) -> Self:
        """Reject a line without moves that does not ask for the beginning of a turn."""
        if not self.ahead and not all(self.lines):
            raise PydanticCustomError("line", "A line needs at least one move, except with `ahead`.")
        return self


class Preview(BaseModel):
    """The state to which a line would lead, as the account would see it, and the events on the way.

    `moves` of the state are those of the seat that would decide, even if the account does not hold it. A line ends
    before a chance move, which is never drawn: then `chance` is true, and `line` has the moves before it. It ends too
    before a move that is not legal: then `refusal` has the rule that forbids it.
    """

    line: list[str]
    chance: bool
    refusal: MoveProblem | None
    state: State
    events: list[dict[str, Any]]


class Previews(BaseModel):
    """The previews of the lines of a request, in their order, and the number of the last entry of the table.

    A later number than that of the request says that the table has gone on: then there are no previews.
    """

    number: Number
    previews: list[Preview]
