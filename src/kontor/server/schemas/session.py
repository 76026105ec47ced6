"""Sessions, accounts and tokens."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field

from kontor.server.schemas.fields import AnyName, Name, Password, RequestBody

Scope = Literal["read", "play", "manage"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=3)]


class SignIn(RequestBody):
    """A name creates a guest; a name and a password sign in to an account.

    `is_bot` marks the account as that of a bot; the mark cannot be removed.
    """

    name: AnyName
    password: Password | None = None
    is_bot: bool = False


class NewPassword(RequestBody):
    """The password of an account, which can then be used on several devices; changing it needs the `old` one."""

    password: Password
    old: Password | None = None


class Person(BaseModel):
    """The account of the request."""

    id: str
    name: str
    guest: bool
    is_bot: bool
    operator: bool


class NewToken(RequestBody):
    """A token for a program.

    `read` allows reading tables and the live channel, `play` moves, hints, messages and joining, `manage` creating
    tables, changing seats, invitations, webhooks and e-mail. No token sets passwords or creates tokens.
    """

    label: Name
    scopes: Scopes = Field(default=["read", "play"])


class Token(BaseModel):
    """A token without its secret."""

    id: str
    label: str
    scopes: list[Scope]
    created_at: int


class Tokens(BaseModel):
    """The tokens of the account."""

    tokens: list[Token]


class CreatedToken(Token):
    """A new token with its secret, which is shown only once. Send it as `Authorization: Bearer …`."""

    token: str
