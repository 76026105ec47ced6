"""People as others see them."""

from __future__ import annotations

from pydantic import BaseModel


class PersonView(BaseModel):
    """A person as others see it; a `former` player has deleted the account and has no name."""

    id: str
    name: str
    guest: bool
    is_bot: bool
    former: bool
