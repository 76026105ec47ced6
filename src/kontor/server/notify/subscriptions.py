"""Subscriptions to notifications: the webhooks and the mailbox of an account."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from orjson import dumps

from kontor.server.clock import now
from kontor.server.errors import Conflict, DeliveryFailed, LimitExceeded, NotFound
from kontor.server.ids import hashed, new_id, new_secret
from kontor.server.limits import Charge, TokenBuckets, take_all
from kontor.server.notify.signatures import new_key
from kontor.server.notify.smtp import SmtpClient
from kontor.server.notify.webhook_addresses import check_url
from kontor.server.settings import Settings
from kontor.server.store.accounts import Account
from kontor.server.store.mailboxes import Mailbox, Mailboxes
from kontor.server.store.outbox import PING, Delivery, Outbox
from kontor.server.store.webhooks import Webhook, Webhooks

DAY = 86_400_000
LINK_DAYS = 2
VERIFICATIONS_AT_ONCE = 3


class WebhookService:
    """Adds, deletes and tests the webhooks of accounts."""

    def __init__(self, store: Webhooks, outbox: Outbox, settings: Settings, on_queued: Callable[[], None]) -> None:
        self.store = store
        self.outbox = outbox
        self.settings = settings
        self.on_queued = on_queued

    async def add(self, account: Account, url: str, table_id: str | None, events: Sequence[str]) -> Webhook:
        """Add a webhook."""
        check_url(url, self.settings.webhook_networks)
        if await self.store.count(account.id) >= self.settings.webhooks_per_account:
            raise LimitExceeded("You have as many webhooks as one account may have; delete one first.", 60)
        webhook = Webhook(new_id(), account.id, table_id, url, new_key(), tuple(dict.fromkeys(events)), now())
        await self.store.add(webhook)
        return webhook

    async def get(self, account: Account, webhook_id: str) -> Webhook:
        """Return a webhook of an account, or raise NotFound."""
        webhook = await self.store.find(webhook_id)
        if webhook is None or webhook.account_id != account.id:
            raise NotFound("You have no such webhook.")
        return webhook

    async def remove(self, account: Account, webhook_id: str) -> None:
        """Delete a webhook with its deliveries."""
        if not await self.store.remove(account.id, webhook_id):
            raise NotFound("You have no such webhook.")

    async def ping(self, account: Account, webhook_id: str) -> None:
        """Queue a test delivery, and enable a webhook that was disabled."""
        webhook = await self.get(account, webhook_id)
        queue = (await self.store.queues(account.id)).get(webhook.id)
        if queue is not None and queue.waiting >= self.settings.webhook_waiting:
            raise LimitExceeded("Too many deliveries wait for this webhook; wait until it has accepted some.", 60)
        await self.store.enable(account.id, webhook.id)
        moment = now()
        body = dumps({"event": PING, "at": moment}).decode()
        await self.outbox.add(Delivery(new_id(), account.id, webhook.id, None, PING, 0, body, moment, moment))
        self.on_queued()


class MailboxService:
    """Sets and verifies the e-mail addresses of accounts; only verified addresses receive notifications."""

    def __init__(self, store: Mailboxes, settings: Settings) -> None:
        self.store = store
        self.settings = settings
        self.smtp = SmtpClient(settings)
        self._limit = TokenBuckets(settings.verifications_per_hour / 3600, settings.verifications_per_hour)
        self._receiver_limit = TokenBuckets(VERIFICATIONS_AT_ONCE / 3600, VERIFICATIONS_AT_ONCE)
        few = settings.verifications_per_address
        self._client_limit = TokenBuckets(few / 3600, few, "Too many verifications from your network address.")

    async def put(self, account: Account, client: str, address: str, language: str) -> Mailbox:
        """Set the mailbox of an account; a new address is sent a link to verify it.

        The client is the network address of the request, which has a limit of its own.
        """
        if not self.settings.sends_mail:
            raise Conflict("This server does not send e-mail; it has no mail server.")
        known = await self.store.of(account.id)
        wanted = Mailbox(account.id, address, language, known.stop if known else new_secret())
        if known is not None and known.address == address and known.verified_at is not None:
            wanted = replace(wanted, verified_at=known.verified_at)
        else:
            wanted = await self._send_verification(wanted, client)
        await self.store.put(wanted)
        return wanted

    async def _send_verification(self, mailbox: Mailbox, client: str) -> Mailbox:
        """Send the verification link, and return the mailbox with the hash of its secret."""
        receivers: list[Charge] = [
            (self._receiver_limit, key, 1) for key in (mailbox.address.lower(), mailbox.account_id)
        ]
        take_all([*receivers, (self._client_limit, client, 1), (self._limit, "", 1)])
        secret = new_secret()
        link = f"{self.settings.public_url}/api/mail/confirm?token={secret}"
        try:
            await self.smtp.send(self.smtp.message(mailbox, "verify", {"link": link}))
        except DeliveryFailed:
            raise Conflict("The e-mail could not be sent; check the address, or try later.") from None
        return replace(mailbox, key=hashed(secret), key_until=now() + LINK_DAYS * DAY)

    async def by_verification(self, secret: str) -> Mailbox:
        """Return the mailbox of a verification link."""
        mailbox = await self.store.by_key(hashed(secret), now())
        if mailbox is None:
            raise NotFound("This link is not valid, or no longer; ask for a new one.")
        return mailbox

    async def verify(self, secret: str) -> Mailbox:
        """Mark the address of a verification link as verified."""
        mailbox = await self.by_verification(secret)
        await self.store.verify(hashed(secret), now())
        return mailbox

    async def by_unsubscription(self, secret: str) -> Mailbox:
        """Return the mailbox of an unsubscribe link."""
        mailbox = await self.store.by_stop(secret)
        if mailbox is None:
            raise NotFound("This address is already unsubscribed.")
        return mailbox

    async def unsubscribe(self, secret: str) -> Mailbox:
        """Delete the mailbox of an unsubscribe link."""
        mailbox = await self.by_unsubscription(secret)
        await self.store.remove(mailbox.account_id)
        return mailbox
