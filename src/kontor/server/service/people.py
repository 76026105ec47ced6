"""People: a name is enough to start, a password keeps it, a token lets a program play."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable
from functools import cached_property

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerifyMismatchError

from kontor.server.instants import now
from kontor.server.keys import hashed, new_id, new_secret
from kontor.server.live.bus import PEOPLE, Notice
from kontor.server.service.refusals import Clash, Nameless, TooMuch, Unknown
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account, Accounts, LoginTaken, Token

DAY = 86_400_000
REMEMBERED_SECONDS = 30.0
MOST_REMEMBERED = 5000


class People:
    """Says who somebody is."""

    def __init__(self, accounts: Accounts, settings: Settings) -> None:
        self.accounts = accounts
        self.settings = settings
        self.hasher = PasswordHasher()
        self._hashing = asyncio.Semaphore(1)
        self._remembered: OrderedDict[str, tuple[float, Account]] = OrderedDict()
        self._remembers = accounts.database.embedded
        self._changes = 0
        accounts.bus.subscribe(self._hear)

    async def arrive(self, name: str) -> tuple[Account, str]:
        """A new guest, and the secret of their session."""
        account = Account(new_id(), name)
        await self.accounts.add(account, now())
        return account, await self._open(account)

    async def come_back(self, name: str, password: str) -> tuple[Account, str]:
        """Somebody who has a password, and the secret of their session."""
        account = await self.accounts.by_login(name.casefold())
        known = account.password if account and account.password else self._nobodys_password
        if not await self._fits(known, password) or account is None:
            raise Nameless("Name and password do not fit; try again, or come as a guest without a password.")
        return account, await self._open(account)

    @cached_property
    def _nobodys_password(self) -> str:
        """A hash no password fits, so that an unknown name takes as long to refuse as a wrong password."""
        return self.hasher.hash(new_secret())

    async def _open(self, account: Account) -> str:
        secret = new_secret()
        await self.accounts.open_session(hashed(secret), account.id, now() + self.settings.session_days * DAY)
        return secret

    async def rename(self, account: Account, name: str) -> Account:
        """Give a guest another name; whoever has a password is found under theirs and keeps it."""
        if account.password is not None:
            raise Clash("An account with a password keeps its name; sign out first to come under another one.")
        await self.accounts.rename(account.id, name)
        self._forget(account.id)
        return Account(account.id, name)

    async def keep(self, account: Account, password: str) -> None:
        """Keep an account under its name with a password."""
        async with self._hashing:
            strong = await asyncio.to_thread(self.hasher.hash, password)
        try:
            await self.accounts.keep(account.id, account.name.casefold(), strong)
        except LoginTaken:
            raise Clash("Somebody else keeps an account under this name; choose another name first.") from None
        self._forget(account.id)

    async def leave(self, secret: str) -> None:
        """Sign a browser out."""
        await self.accounts.close_session(hashed(secret))

    async def by_session(self, secret: str) -> Account | None:
        """Whose session a secret is."""
        key = hashed(secret)
        return self._recall(key) or await self._look_up(key, self.accounts.by_session(key, now()))

    async def by_token(self, secret: str) -> Account | None:
        """For whom a program with this token acts."""
        key = hashed(secret)
        return self._recall(key) or await self._look_up(key, self.accounts.by_token(key))

    def _recall(self, key: str) -> Account | None:
        until, account = self._remembered.get(key, (0.0, None))
        return account if until > time.monotonic() else None

    async def _look_up(self, key: str, asked: Awaitable[Account | None]) -> Account | None:
        """Whose key the database says it is, to be remembered only where nobody else can make it worthless."""
        changes = self._changes
        account = await asked
        if account is not None and self._remembers and changes == self._changes:
            self._remember(key, account)
        return account

    def _remember(self, key: str, account: Account) -> None:
        self._remembered[key] = (time.monotonic() + REMEMBERED_SECONDS, account)
        self._remembered.move_to_end(key)
        while len(self._remembered) > MOST_REMEMBERED:
            self._remembered.popitem(last=False)

    def _forget(self, account_id: str) -> None:
        """Ask the database again who somebody is; what is being asked just now may be old already."""
        self._changes += 1
        for key in [key for key, (_, account) in self._remembered.items() if account.id == account_id]:
            del self._remembered[key]

    def _hear(self, notice: Notice | None) -> None:
        if notice is not None and notice.about == PEOPLE:
            self._forget(notice.subject)

    async def new_token(self, account: Account, label: str) -> tuple[Token, str]:
        """A token for a program; its secret is told once."""
        if await self.accounts.count_tokens(account.id) >= self.settings.tokens_per_account:
            raise TooMuch("You have as many tokens as one account may have; drop one first.", 60)
        token, secret = Token(new_id(), label, now()), new_secret()
        await self.accounts.add_token(hashed(secret), token, account.id)
        return token, secret

    async def drop_token(self, account: Account, token_id: str) -> None:
        """Make a token worthless."""
        if not await self.accounts.drop_token(account.id, token_id):
            raise Unknown("You have no such token.")

    async def _fits(self, strong: str, password: str) -> bool:
        """Whether a password is the one of a hash, tried off the event loop and one at a time."""
        async with self._hashing:
            try:
                return await asyncio.to_thread(self.hasher.verify, strong, password)
            except (VerifyMismatchError, InvalidHashError):
                return False
