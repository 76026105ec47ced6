"""Sends deliveries to webhooks, signed with their secrets."""

from __future__ import annotations

import time

from kontor.server.errors import DeliveryFailed
from kontor.server.notify.outgoing import OutgoingClient
from kontor.server.notify.signatures import signature_headers
from kontor.server.store.outbox import Delivery
from kontor.server.store.webhooks import Webhooks

GONE = 410


class WebhookSender:
    """Sends deliveries to webhooks."""

    def __init__(self, webhooks: Webhooks, outgoing: OutgoingClient) -> None:
        self.webhooks = webhooks
        self.outgoing = outgoing

    async def send(self, delivery: Delivery) -> None:
        """Send a delivery to its webhook, unless the webhook was deleted."""
        assert delivery.webhook_id is not None
        webhook = await self.webhooks.find(delivery.webhook_id)
        if webhook is None:
            return
        body = delivery.body.encode()
        signed = signature_headers(webhook.secret, delivery.id, int(time.time()), body)
        status = await self.outgoing.post(webhook.url, {"Content-Type": "application/json", **signed}, body)
        if not 200 <= status < 300:
            raise DeliveryFailed(f"the answer was {status}", final=status == GONE)
