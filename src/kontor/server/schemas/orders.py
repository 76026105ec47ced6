"""Standing orders and plans."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Path, Query
from pydantic import BaseModel, Field, StringConstraints

from kontor.server.schemas.fields import MAX_INTEGER, NO_CONTROL_CHARACTERS, MoveText, Number, RequestBody
from kontor.server.schemas.tables import LegalMove

SpaceName = Annotated[str, StringConstraints(min_length=1, max_length=80, pattern=NO_CONTROL_CHARACTERS)]
SpacePath = Annotated[
    str, Path(min_length=1, max_length=80, pattern=NO_CONTROL_CHARACTERS, description="A space, as in the position.")
]
Version = Annotated[int, Query(ge=0, le=MAX_INTEGER, description="The version that the client has read.")]


class OrderRequest(RequestBody):
    """What happens to a piece that has to leave its space.

    `put`: `ask` me, the first of `spaces` that is legal, as near as possible to a `city`, or to the largest
    `network`. `extras`: the further pieces that this allows, `traders` first, `none`, or `ask` me.
    """

    put: Literal["ask", "spaces", "city", "network"]
    spaces: Annotated[list[SpaceName], Field(default_factory=list, max_length=6)]
    city: SpaceName | None = None
    extras: Literal["traders", "none", "ask"] = "ask"


class OrdersRequest(RequestBody):
    """Whether orders are suspended, and the order for all pieces without one; `version` is the one last read."""

    version: Number
    suspended: bool
    default: OrderRequest | None = None


class PieceOrderRequest(RequestBody):
    """The order of a piece that is on its space since an entry; `version` is the one last read."""

    version: Number
    since: Number
    order: OrderRequest


class OrderContent(BaseModel):
    """What happens to a piece that has to leave its space, as in the request."""

    put: Literal["ask", "spaces", "city", "network"]
    spaces: list[str]
    city: str | None
    extras: Literal["traders", "none", "ask"]


class Piece(BaseModel):
    """A piece of the seat that can have an order, and the entry since which it is there."""

    space: str
    kind: str
    since: int


class PieceOrder(Piece):
    """The order of a piece."""

    order: OrderContent


class StandingOrders(BaseModel):
    """The orders of a seat; nobody but its player can read them.

    `default` is for all `pieces` without one of the `orders`. `answered` counts the decisions that orders made.
    """

    seat: int
    number: int
    version: int
    suspended: bool
    answered: int
    default: OrderContent | None
    orders: list[PieceOrder]
    pieces: list[Piece]


class Destinations(BaseModel):
    """Where a piece would go if it had to leave its space now.

    `ranks` are the spaces that are open now, and those that are open once none of these is left. `cities` and
    `network` give the space to which an order would put it. Up to `extras` further pieces come from `source`.
    """

    number: int
    space: str
    kind: str
    ranks: list[list[str]]
    cities: dict[str, str]
    network: str | None
    extras: int
    source: str


class PlanRequest(RequestBody):
    """Moves for the next turn, each legal after the one before it; `version` is the one last read."""

    version: Number
    moves: Annotated[list[MoveText], Field(min_length=1, max_length=16)]


class PlanProblem(BaseModel):
    """Why a plan can no longer be played."""

    error: str
    sentence: str
    rule: str | None
    facts: dict[str, Any]


class TurnPlan(BaseModel):
    """The moves planned for the next turn of a seat; `refusal` says why they are no longer legal, if so."""

    seat: int
    number: int
    version: int
    moves: list[LegalMove]
    refusal: PlanProblem | None
