"""Subscribing: who wants to be called, and who wants to get e-mail."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from orjson import dumps

from kontor.server.instants import now
from kontor.server.keys import hashed, new_id, new_secret
from kontor.server.limits import Buckets, Charge, take_all
from kontor.server.notify.addresses import check_url
from kontor.server.notify.courier import NotTaken
from kontor.server.notify.posting import Post
from kontor.server.notify.signing import new_key
from kontor.server.service.refusals import Clash, TooMuch, Unknown
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.mailboxes import Mailbox, Mailboxes
from kontor.server.store.outbox import PING, Delivery, Outbox
from kontor.server.store.webhooks import Webhook, Webhooks

DAY = 86_400_000
LINK_DAYS = 2
LETTERS_AT_ONCE = 3


class Calling:
    """Keeps the webhooks of accounts."""

    def __init__(self, webhooks: Webhooks, outbox: Outbox, settings: Settings, queued: Callable[[], None]) -> None:
        self.webhooks = webhooks
        self.outbox = outbox
        self.settings = settings
        self.queued = queued

    async def add(self, account: Account, url: str, table_id: str | None, events: Sequence[str]) -> Webhook:
        """Call an address from now on."""
        check_url(url, self.settings.webhook_networks)
        if await self.webhooks.count(account.id) >= self.settings.webhooks_per_account:
            raise TooMuch("You have as many webhooks as one account may have; drop one first.", 60)
        webhook = Webhook(new_id(), account.id, table_id, url, new_key(), tuple(dict.fromkeys(events)), now())
        await self.webhooks.add(webhook)
        return webhook

    async def own(self, account: Account, webhook_id: str) -> Webhook:
        """A webhook of an account."""
        webhook = await self.webhooks.find(webhook_id)
        if webhook is None or webhook.account_id != account.id:
            raise Unknown("You have no such webhook.")
        return webhook

    async def drop(self, account: Account, webhook_id: str) -> None:
        """Call an address no more; what waited for it is forgotten."""
        if not await self.webhooks.drop(account.id, webhook_id):
            raise Unknown("You have no such webhook.")

    async def ping(self, account: Account, webhook_id: str) -> None:
        """Call an address for no reason, and again from now on if it had been given up."""
        webhook = await self.own(account, webhook_id)
        queue = (await self.webhooks.queues(account.id)).get(webhook.id)
        if queue is not None and queue.waiting >= self.settings.webhook_waiting:
            raise TooMuch(
                "As many calls wait for this webhook as may wait for one; wait until it has taken some.", 60
            )
        await self.webhooks.revive(account.id, webhook.id)
        moment = now()
        body = dumps({"event": PING, "at": moment}).decode()
        await self.outbox.add(Delivery(new_id(), account.id, webhook.id, None, PING, 0, body, moment, moment))
        self.queued()


class Mailing:
    """Keeps the mailboxes of accounts; nothing is sent to an address that nobody has shown to be theirs."""

    def __init__(self, mailboxes: Mailboxes, settings: Settings) -> None:
        self.mailboxes = mailboxes
        self.settings = settings
        self.post = Post(settings)
        self.letters = Buckets(settings.verifications_per_hour / 3600, settings.verifications_per_hour)
        self.letters_to_one = Buckets(LETTERS_AT_ONCE / 3600, LETTERS_AT_ONCE)
        few = settings.verifications_per_address
        self.letters_from_one = Buckets(few / 3600, few, "Too many letters were asked for from your network address.")

    async def put(
        self, account: Account, origin: str, address: str, language: str, turns: bool, endings: bool
    ) -> Mailbox:
        """Remember where somebody wants to get e-mail; a new address is asked first whether it is theirs.

        The origin is the network address of the request, which may ask for a part of all letters only.
        """
        if not self.settings.sends_mail:
            raise Clash("This server sends no e-mail; its host has not set it up.")
        known = await self.mailboxes.of(account.id)
        wanted = Mailbox(account.id, address, language, turns, endings, known.stop if known else new_secret())
        if known is not None and known.address == address and known.verified_at is not None:
            wanted = replace(wanted, verified_at=known.verified_at)
        else:
            wanted = await self._ask(wanted, origin)
        await self.mailboxes.put(wanted)
        return wanted

    async def _ask(self, mailbox: Mailbox, origin: str) -> Mailbox:
        """Send the link by which an address is shown to be somebody's; of its secret only the hash is kept."""
        receivers: list[Charge] = [
            (self.letters_to_one, key, 1) for key in (mailbox.address.lower(), mailbox.account_id)
        ]
        take_all([*receivers, (self.letters_from_one, origin, 1), (self.letters, "", 1)])
        secret = new_secret()
        link = f"{self.settings.address}/api/mail/confirm?token={secret}"
        try:
            await self.post.send(self.post.written(mailbox, "verify", {"link": link}))
        except NotTaken:
            raise Clash("The letter could not be sent; look at the address again, or try later.") from None
        return replace(mailbox, key=hashed(secret), key_until=now() + LINK_DAYS * DAY)

    async def asked(self, secret: str) -> Mailbox:
        """The mailbox whose link somebody has opened."""
        mailbox = await self.mailboxes.by_key(hashed(secret), now())
        if mailbox is None:
            raise Unknown("This link is not, or no longer, valid; ask for a new one.")
        return mailbox

    async def confirm(self, secret: str) -> Mailbox:
        """Believe that an address belongs to whoever opened its link."""
        mailbox = await self.asked(secret)
        await self.mailboxes.verify(hashed(secret), now())
        return mailbox

    async def leaving(self, secret: str) -> Mailbox:
        """The mailbox to which no more shall be sent."""
        mailbox = await self.mailboxes.by_stop(secret)
        if mailbox is None:
            raise Unknown("No more letters are sent by this link already.")
        return mailbox

    async def stop(self, secret: str) -> Mailbox:
        """Send no more to a mailbox."""
        mailbox = await self.leaving(secret)
        await self.mailboxes.drop(mailbox.account_id)
        return mailbox
