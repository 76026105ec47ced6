"""Friends and requests for friendship."""

from __future__ import annotations

from pydantic import BaseModel

from kontor.server.schemas.fields import AnyName, RequestBody, ResourceId
from kontor.server.schemas.people import PersonView


class Friend(BaseModel):
    """A friend; only friends see of each other whether they are online."""

    person: PersonView
    online: bool
    since: int


class FriendRequest(BaseModel):
    """A request for friendship that was not answered yet."""

    person: PersonView
    at: int


class Friends(BaseModel):
    """The friends of the account, and the requests it has received and sent."""

    friends: list[Friend]
    received: list[FriendRequest]
    sent: list[FriendRequest]


class NewFriend(RequestBody):
    """A person by id, or the exact name of an account with a password."""

    account_id: ResourceId | None = None
    name: AnyName | None = None


class AskedFriend(BaseModel):
    """The person who was asked, and whether the two are friends now."""

    person: PersonView
    accepted: bool
