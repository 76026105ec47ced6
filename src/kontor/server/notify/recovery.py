"""Recovery of passwords: a link by e-mail to a verified address; no answer says whether an account exists."""

from __future__ import annotations

import asyncio
from typing import Final

import structlog

from kontor.server.clock import now
from kontor.server.errors import Conflict, DatabaseUnavailable, DeliveryFailed, LimitExceeded, NotFound
from kontor.server.ids import hashed, new_secret
from kontor.server.limits import TokenBuckets, take_all
from kontor.server.logs import describe
from kontor.server.notify.smtp import SmtpClient
from kontor.server.service.accounts import AccountService
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.mailboxes import Mailbox
from kontor.server.store.recoveries import Recoveries
from kontor.server.store.sessions import Device

LINK_MILLISECONDS: Final = 3_600_000
LINKS_AT_ONCE: Final = 3
"""Links for one account, or to one address, in an hour."""
ATTEMPTS: Final = 3
PAUSE_SECONDS: Final = 5.0

log = structlog.get_logger(__name__)


class RecoveryService:
    """Sends links that recover a password, and sets the password of who opens one."""

    def __init__(self, store: Recoveries, accounts: AccountService, settings: Settings) -> None:
        self.store = store
        self.accounts = accounts
        self.settings = settings
        self.smtp = SmtpClient(settings)
        self._in_all = TokenBuckets(settings.recoveries_per_hour / 3600, settings.recoveries_per_hour)
        few = settings.recoveries_per_address
        self._clients = TokenBuckets(few / 3600, few, "Too many recoveries from your network address; wait a while.")
        self._receivers = TokenBuckets(LINKS_AT_ONCE / 3600, LINKS_AT_ONCE)
        self._tasks: set[asyncio.Task[None]] = set()

    def request(self, login: str, client: str) -> None:
        """Send a link to the verified address of an account with a name or an address, if there is one.

        The caller is answered before anything is looked up, so that neither the answer nor its time says anything.
        """
        if not self.settings.sends_mail:
            raise Conflict("This server does not send e-mail, so it cannot recover passwords; ask its operator.")
        take_all([(self._clients, client, 1), (self._in_all, "", 1)])
        task = asyncio.create_task(self._send_links(login))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def stop(self) -> None:
        """Give up what was not sent yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _send_links(self, login: str) -> None:
        try:
            account = await self.accounts.by_name(login)
            for mailbox in await self.store.mailboxes([account.id] if account else [], login):
                await self._send_link(mailbox)
        except (DatabaseUnavailable, DeliveryFailed) as problem:
            log.warning("recovery.not_sent", problem=describe(problem))

    async def _send_link(self, mailbox: Mailbox) -> None:
        """Send a link, unless the account or the address has been sent too many."""
        account = await self.accounts.store.by_id(mailbox.account_id)
        try:
            take_all([(self._receivers, key, 1) for key in (mailbox.account_id, mailbox.address.lower())])
        except LimitExceeded:
            return
        if account is None:
            return
        secret = new_secret()
        await self.store.put(account.id, hashed(secret), now() + LINK_MILLISECONDS)
        link = f"{self.settings.public_url}/#/recover/{secret}"
        message = self.smtp.message(mailbox, "recover", {"name": account.name, "link": link})
        for attempt in range(1, ATTEMPTS + 1):
            try:
                await self.smtp.send(message)
            except DeliveryFailed as problem:
                if problem.final or attempt == ATTEMPTS:
                    raise
                await asyncio.sleep(PAUSE_SECONDS)
            else:
                return

    async def account_of(self, secret: str) -> Account:
        """Return the account of a link, or reject one that is not valid."""
        account = await self.store.account(hashed(secret), now())
        if account is None:
            raise NotFound("This link is not valid, or no longer; ask for a new one.")
        return account

    async def set_password(self, secret: str, password: str, address: str, device: Device) -> tuple[Account, str]:
        """Set the password of the account of a link, end all its sessions, and open one for this browser."""
        account = await self.account_of(secret)
        password_hash = await self.accounts.hashed_for(account, password, address)
        if not await self.store.use(hashed(secret), now()):
            raise NotFound("This link was used already; ask for a new one.")
        await self.accounts.store_password(account, password_hash, "")
        changed = await self.accounts.store.by_id(account.id)
        if changed is None:
            raise NotFound("This link is not valid, or no longer; ask for a new one.")
        return changed, await self.accounts.open_session(changed, device)
