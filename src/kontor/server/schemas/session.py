"""People, sessions and tokens."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field

from kontor.server.schemas.texts import AnyName, Asked, Name, Password

Scope = Literal["read", "play", "manage"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=3)]


class SignIn(Asked):
    """A name is enough; with a password it is the account that is kept under this name."""

    name: AnyName
    password: Password | None = None


class Keep(Asked):
    """The password that keeps an account across devices; changing one needs the `old` one."""

    password: Password
    old: Password | None = None


class Person(BaseModel):
    """Who the caller is."""

    id: str
    name: str
    guest: bool


class NewToken(Asked):
    """A token for a program.

    `read` is for looking at tables and the live channel, `play` for moves, hints, messages and sitting down, `manage`
    for opening tables, changing seats, links, webhooks and e-mail. No token sets passwords or makes tokens.
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
    """The tokens of the caller."""

    tokens: list[Token]


class GivenToken(Token):
    """A new token; its secret is told this once. Send it as `Authorization: Bearer …`."""

    token: str
