"""People, sessions and tokens."""

from __future__ import annotations

from pydantic import BaseModel

from kontor.server.schemas.texts import Asked, Name, Password


class SignIn(Asked):
    """A name is enough; with a password it is the account that is kept under this name."""

    name: Name
    password: Password | None = None


class Keep(Asked):
    """The password that keeps an account across devices."""

    password: Password


class Person(BaseModel):
    """Who the caller is."""

    id: str
    name: str
    guest: bool


class NewToken(Asked):
    """A token for a program."""

    label: Name


class Token(BaseModel):
    """A token without its secret."""

    id: str
    label: str
    created_at: int


class Tokens(BaseModel):
    """The tokens of the caller."""

    tokens: list[Token]


class GivenToken(Token):
    """A new token; its secret is told this once. Send it as `Authorization: Bearer …`."""

    token: str
