"""Blocked people."""

from __future__ import annotations

from pydantic import BaseModel

from kontor.server.schemas.people import PersonView


class BlockedPerson(PersonView):
    """A person whom the account has blocked, and since when."""

    since: int


class BlockedPeople(BaseModel):
    """The people whom the account has blocked, the last first."""

    people: list[BlockedPerson]
