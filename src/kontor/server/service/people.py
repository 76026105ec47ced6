"""People: a name is enough to start, a password keeps it, a token lets a program play."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from collections.abc import Awaitable

from kontor.server.instants import now
from kontor.server.keys import hashed, new_id, new_secret
from kontor.server.live.bus import PEOPLE, Notice
from kontor.server.names import InvalidName, clean_name, lookalike
from kontor.server.service.passwords import Passwords
from kontor.server.service.refusals import Clash, Nameless, NotYours, TooMuch, Unknown, Wrong
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account, Accounts, LoginTaken, PasswordChanged, Token

DAY = 86_400_000
REMEMBERED_SECONDS = 30.0
MOST_REMEMBERED = 5000


class People:
    """Says who somebody is."""

    def __init__(self, accounts: Accounts, settings: Settings) -> None:
        self.accounts = accounts
        self.settings = settings
        self.passwords = Passwords(settings.passwords_per_minute)
        self._remembered: OrderedDict[str, tuple[float, Account]] = OrderedDict()
        self._remembers = accounts.database.embedded
        self._changes = 0
        accounts.bus.subscribe(self._hear)

    async def arrive(self, name: str) -> tuple[Account, str]:
        """A new guest, and the secret of their session."""
        account = Account(new_id(), await self.allowed_name(name, None))
        await self.accounts.add(account, now())
        return account, await self._open(account)

    async def allowed_name(self, name: str, account_id: str | None) -> str:
        """Return a name in its normal form, or refuse one that is invalid or may be confused with an account's."""
        try:
            plain = clean_name(name)
        except InvalidName as problem:
            raise Wrong(str(problem)) from problem
        if await self.accounts.is_lookalike(lookalike(plain), account_id):
            raise Clash("This is the name of an account, or looks like it; choose another name, or sign in to it.")
        return plain

    async def check_seat_name(self, account: Account, name: str) -> None:
        """Refuse a name at a table that may be confused with that of another account."""
        if name != account.name:
            await self.allowed_name(name, account.id)

    async def come_back(self, name: str, password: str, address: str) -> tuple[Account, str]:
        """Somebody who has a password, and the secret of their session."""
        account = await self._by_name(name)
        known = account.password if account else None
        login = (account.name if account else name).casefold()  # all spellings of one name share its attempts
        fits = await self.passwords.fits(login, known, password, address)
        if not fits or account is None:
            raise Nameless("Name and password do not fit; try again, or come as a guest without a password.")
        return account, await self._open(account)

    async def _by_name(self, name: str) -> Account | None:
        """Return the account with a name as it is written or, failing that, in its normal form."""
        found = await self.accounts.by_login(name.casefold())
        if found is None:
            with contextlib.suppress(InvalidName):
                return await self.accounts.by_login(clean_name(name).casefold())
        return found

    async def _open(self, account: Account) -> str:
        secret = new_secret()
        await self.accounts.open_session(hashed(secret), account.id, now() + self.settings.session_days * DAY)
        return secret

    async def rename(self, account: Account, name: str) -> Account:
        """Give a guest another name; whoever has a password is found under theirs and keeps it."""
        if account.name == name:
            return account
        if account.password is not None:
            raise Clash("An account with a password keeps its name; sign out first to come under another one.")
        plain = await self.allowed_name(name, account.id)
        await self.accounts.rename(account.id, plain)
        self._forget(account.id)
        return Account(account.id, plain)

    async def keep(self, account: Account, secret: str, password: str, old: str | None, address: str) -> None:
        """Set the first password of an account, or change it, which needs the old one and ends other sessions."""
        login = account.name.casefold()
        if account.password is not None:
            await self._check_old(account, old, address)
        elif await self.accounts.is_lookalike(lookalike(account.name), account.id):
            raise Clash("Another account has this name or one that looks like it; choose another name first.")
        strong = await self.passwords.hashed(login, password, address)
        try:
            await self.accounts.keep(account, login, strong, lookalike(account.name), hashed(secret))
        except LoginTaken:
            raise Clash("Somebody else keeps an account under this name; choose another name first.") from None
        except PasswordChanged:
            raise Clash("The password was changed in between; nothing was done.") from None
        self._forget(account.id)

    async def _check_old(self, account: Account, old: str | None, address: str) -> None:
        if old is None:
            raise NotYours("The account has a password; send it as 'old' to change it.")
        if not await self.passwords.fits(account.name.casefold(), account.password, old, address):
            raise NotYours("The old password is wrong; nothing was changed.")

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

    async def new_token(self, account: Account, label: str, scopes: tuple[str, ...]) -> tuple[Token, str]:
        """A token for a program; its secret is told once."""
        if await self.accounts.count_tokens(account.id) >= self.settings.tokens_per_account:
            raise TooMuch("You have as many tokens as one account may have; drop one first.", 60)
        token, secret = Token(new_id(), label, scopes, now()), new_secret()
        await self.accounts.add_token(hashed(secret), token, account.id)
        return token, secret

    async def drop_token(self, account: Account, token_id: str) -> None:
        """Make a token worthless."""
        if not await self.accounts.drop_token(account.id, token_id):
            raise Unknown("You have no such token.")
