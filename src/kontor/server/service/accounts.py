"""Accounts: guests with a name, accounts kept with a password, and tokens for programs."""

from __future__ import annotations

import time
import unicodedata
from collections import OrderedDict
from collections.abc import Awaitable
from dataclasses import replace

from kontor.server.bus.bus import ACCOUNTS, Notice
from kontor.server.clock import now
from kontor.server.display_names import clean_name, lookalike
from kontor.server.errors import (
    Conflict,
    Forbidden,
    Invalid,
    InvalidName,
    LimitExceeded,
    LoginTaken,
    NotFound,
    PasswordChanged,
    Unauthenticated,
)
from kontor.server.ids import hashed, new_id, new_secret
from kontor.server.service.passwords import Passwords
from kontor.server.service.suspensions import check_not_suspended
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account, Accounts, Token
from kontor.server.store.sessions import Device, Sessions

DAY = 86_400_000
CACHE_SECONDS = 300.0  # notices drop what is revoked; a session may outlive its expiry by so much
CACHE_SIZE = 5000
UNKNOWN = Device()


class AccountService:
    """Creates guests, signs people in and out, sets passwords, and finds accounts by session or token."""

    def __init__(self, store: Accounts, sessions: Sessions, settings: Settings) -> None:
        self.store = store
        self.sessions = sessions
        self.settings = settings
        self.passwords = Passwords(settings.passwords_per_minute)
        self._cache: OrderedDict[str, tuple[float, Account]] = OrderedDict()
        self._caches = store.database.embedded
        self._changes = 0
        store.bus.subscribe(self._on_notice)

    async def create_guest(self, name: str, is_bot: bool, device: Device = UNKNOWN) -> tuple[Account, str]:
        """Create a guest account, and return it with the secret of its session."""
        account = Account(new_id(), await self.allowed_name(name, None), is_bot=is_bot)
        await self.store.add(account, now())
        return account, await self.open_session(account, device)

    async def allowed_name(self, name: str, account_id: str | None) -> str:
        """Return a name in its normal form, or reject one that is invalid or may be confused with an account's."""
        try:
            plain = clean_name(name)
        except InvalidName as problem:
            raise Invalid(str(problem)) from problem
        if await self.store.is_lookalike(lookalike(plain), account_id):
            raise Conflict("This is the name of an account, or looks like it; choose another name, or sign in to it.")
        return plain

    async def check_seat_name(self, account: Account, name: str) -> None:
        """Reject a name at a table that may be confused with that of another account."""
        if name != account.name:
            await self.allowed_name(name, account.id)

    async def sign_in(self, name: str, password: str, address: str, device: Device = UNKNOWN) -> tuple[Account, str]:
        """Return the account of a name and a password with the secret of a new session."""
        account = await self.by_name(name)
        known = account.password if account else None
        fits = await self.passwords.fits(login_of(account.name if account else name), known, password, address)
        if not fits or account is None:
            raise Unauthenticated("Name and password do not match; try again, or sign in as a guest.")
        return account, await self.open_session(account, device)

    async def by_name(self, name: str) -> Account | None:
        """Return the account with a name, compared without case, accents and look-alike characters.

        Of several accounts whose names look alike, as old databases have them, only that with the same letters.
        """
        alike = await self.store.alike(lookalike(name))
        same = [account for account in alike if written_form(account.name) == written_form(name)]
        return (same or alike)[0] if same or len(alike) == 1 else None

    async def open_session(self, account: Account, device: Device) -> str:
        """Open a session of a browser, and return its secret."""
        check_not_suspended(account)
        secret, moment = new_secret(), now()
        expires_at = moment + self.settings.session_days * DAY
        await self.sessions.open(hashed(secret), account.id, device, moment, expires_at)
        return secret

    async def rename(self, account: Account, name: str) -> Account:
        """Rename a guest; an account with a password keeps the name it signs in with."""
        if account.name == name:
            return account
        if account.password is not None:
            raise Conflict("An account with a password keeps its name; sign out first to use another one.")
        plain = await self.allowed_name(name, account.id)
        await self.store.rename(account.id, plain)
        self._drop_from_cache(account.id)
        return replace(account, name=plain)

    async def mark_as_bot(self, account: Account) -> Account:
        """Mark an account as that of a bot, which cannot be reverted, because others rely on the mark."""
        await self.store.mark_as_bot(account.id)
        self._drop_from_cache(account.id)
        return replace(account, is_bot=True)

    async def set_password(self, account: Account, secret: str, password: str, old: str | None, address: str) -> None:
        """Set the first password of an account, or change it, which needs the old one and ends other sessions."""
        if account.password is not None:
            await self.check_password(account, old, address)
        await self.store_password(account, await self.hashed_for(account, password, address), secret)

    async def hashed_for(self, account: Account, password: str, address: str) -> str:
        """Return the hash of a new password, or reject one for a name that another account has."""
        if account.guest and await self.store.is_lookalike(lookalike(account.name), account.id):
            raise Conflict("Another account has this name or one that looks like it; choose another name first.")
        return await self.passwords.hashed(login_of(account.name), password, address)

    async def store_password(self, account: Account, password_hash: str, secret: str) -> None:
        """Store the password of an account, and end all its sessions but that with a secret."""
        try:
            await self.store.set_password(account, password_hash, lookalike(account.name), hashed(secret), now())
        except LoginTaken:
            raise Conflict("Another account with a password has this name; choose another name first.") from None
        except PasswordChanged:
            raise Conflict("The password was changed by another request; nothing was done.") from None
        self._drop_from_cache(account.id)

    async def check_password(self, account: Account, password: str | None, address: str) -> None:
        """Reject a password that is missing or wrong."""
        if password is None:
            raise Forbidden("The account has a password; send it too.")
        if not await self.passwords.fits(login_of(account.name), account.password, password, address):
            raise Forbidden("The password is wrong; nothing was changed.")

    async def sign_out(self, secret: str) -> None:
        """End the session of a browser."""
        await self.sessions.end(hashed(secret))

    async def by_session(self, secret: str) -> Account | None:
        """Return the account of a session."""
        key = hashed(secret)
        return self._cached(key) or await self._look_up(key, self.sessions.account(key, now()))

    async def by_token(self, secret: str) -> Account | None:
        """Return the account of a token, with the scopes of the token."""
        key = hashed(secret)
        return self._cached(key) or await self._look_up(key, self.store.by_token(key))

    def _cached(self, key: str) -> Account | None:
        until, account = self._cache.get(key, (0.0, None))
        return account if until > time.monotonic() else None

    async def _look_up(self, key: str, query: Awaitable[Account | None]) -> Account | None:
        """Return the account the database has for a key; it is cached only where no other node can revoke it."""
        changes = self._changes
        account = await query
        if account is not None and self._caches and changes == self._changes:
            self._add_to_cache(key, account)
        return account

    def _add_to_cache(self, key: str, account: Account) -> None:
        self._cache[key] = (time.monotonic() + CACHE_SECONDS, account)
        self._cache.move_to_end(key)
        while len(self._cache) > CACHE_SIZE:
            self._cache.popitem(last=False)

    def _drop_from_cache(self, account_id: str) -> None:
        """Drop an account from the cache, and do not cache the answers to queries that are under way."""
        self._changes += 1
        for key in [key for key, (_, account) in self._cache.items() if account.id == account_id]:
            del self._cache[key]

    def _on_notice(self, notice: Notice | None) -> None:
        if notice is None:
            self._changes += 1
            self._cache.clear()
        elif notice.about == ACCOUNTS:
            self._drop_from_cache(notice.subject)

    async def new_token(self, account: Account, label: str, scopes: tuple[str, ...]) -> tuple[Token, str]:
        """Create a token for a program, and return it with its secret."""
        if await self.store.count_tokens(account.id) >= self.settings.tokens_per_account:
            raise LimitExceeded("You have as many tokens as one account may have; delete one first.", 60)
        token, secret = Token(new_id(), label, scopes, now()), new_secret()
        await self.store.add_token(hashed(secret), token, account.id)
        return token, secret

    async def delete_token(self, account: Account, token_id: str) -> None:
        """Delete a token."""
        if not await self.store.delete_token(account.id, token_id):
            raise NotFound("You have no such token.")


def login_of(name: str) -> str:
    """Return the key under which attempts at a name are counted; all spellings of one name share it."""
    return lookalike(name)


def written_form(name: str) -> str:
    """Return a name without case and compatibility forms, but with its accents."""
    return unicodedata.normalize("NFKC", name).strip().casefold()
