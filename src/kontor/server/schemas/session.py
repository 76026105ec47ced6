"""Sessions, accounts and tokens."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, Field, StringConstraints, model_validator
from pydantic_core import PydanticCustomError

from kontor.server.schemas.fields import AnyName, Name, Password, RequestBody, Secret

Scope = Literal["read", "play", "manage"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
Scopes = Annotated[list[Scope], Field(min_length=1, max_length=3)]


class SignIn(RequestBody):
    """A name creates a guest; a name and a password sign in to an account.

    `is_bot` marks the account as that of a bot; the mark cannot be removed. With `take_games` the seats of the guest
    of this browser are moved into the account, except at tables at which the account has played itself.
    """

    name: AnyName
    password: Password | None = None
    is_bot: bool = False
    take_games: bool = False


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


class SignedIn(Person):
    """The account that was signed in to, and at how many tables it took over the seats of the guest, or could not."""

    games_taken: int = 0
    games_left: int = 0


class OwnAccount(Person):
    """The account of the request with what only its owner sees.

    Of a `private` one others see only the name; strangers may not watch the games of one that is not `watchable`.
    """

    private: bool
    watchable: bool
    created_at: int
    password_at: int | None


class AccountChange(RequestBody):
    """The privacy of the account; what is left out stays as it is."""

    private: bool | None = None
    watchable: bool | None = None

    @model_validator(mode="after")
    def check_any(self) -> AccountChange:
        """Reject a change of nothing."""
        if self.private is None and self.watchable is None:
            raise PydanticCustomError("change", "Say what to change: `private` or `watchable`.")
        return self


class Deletion(RequestBody):
    """The name of the account, typed by its owner, and the password if there is one."""

    name: AnyName
    password: Password | None = None


class RecoveryRequest(RequestBody):
    """The name of an account, or its verified e-mail address."""

    login: Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=254)]


class RecoveryLink(RequestBody):
    """The secret of a link that recovers a password."""

    secret: Secret


class RecoveredAccount(BaseModel):
    """The name of the account whose password a link recovers."""

    name: str


class Recovery(RecoveryLink):
    """The secret of a link that recovers a password, and the new password."""

    password: Password


class Session(BaseModel):
    """A browser that is signed in: its kind, the moment of sign-in, and the hour of its last use."""

    id: str
    browser: str | None
    system: str | None
    created_at: int
    used_at: int
    current: bool


class Sessions(BaseModel):
    """The browsers that are signed in, the last used first."""

    sessions: list[Session]


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
