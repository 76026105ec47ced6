"""Votes about absent players, and offers of seats."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, StringConstraints

from kontor.server.schemas.fields import Number, RequestBody

PersonKey = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]{1,16}$")]


class Absence(BaseModel):
    """The player for whom the others wait at a table without a clock, and the votes to replace them.

    They are possible from `replaceable_from` on, or from `offline_from` on if the player is not connected and all
    `voters` are.
    """

    seat: int
    replaceable_from: int
    offline_from: int
    voters: list[int]
    votes: list[int]


class AbsenceVote(RequestBody):
    """A vote to let the computer play for the seat to move, or its withdrawal."""

    number: Number
    agree: bool = True


class SeatOfferRequest(RequestBody):
    """The offer of a seat to an account, or, without one, to whoever has the link that is returned."""

    to: PersonKey | None = None


class SeatOffer(BaseModel):
    """Whether a seat can be handed over to a person, whether it has secrets, and whether it is offered."""

    to_person: bool
    secrets: bool
    offered: bool


class OfferedSeat(BaseModel):
    """The secret of the invitation to an offered seat, which is shown only once; null for an offer to an account."""

    seat: int
    invitation: str | None
