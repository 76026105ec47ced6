"""Sends deliveries to webhooks: resolves the host, checks its addresses, and connects only to a checked address."""

from __future__ import annotations

import asyncio
import ssl
import time

import httpx

import kontor
from kontor.server.errors import DeliveryFailed
from kontor.server.notify import webhook_addresses
from kontor.server.notify.signatures import signature_headers
from kontor.server.notify.webhook_addresses import Address
from kontor.server.settings import Settings
from kontor.server.store.outbox import Delivery
from kontor.server.store.webhooks import Webhook, Webhooks

GONE = 410


class WebhookSender:
    """Sends deliveries to webhooks.

    Connections are used once, since two names may share an address; no redirect is followed and no body is read.
    """

    def __init__(self, webhooks: Webhooks, settings: Settings) -> None:
        self.webhooks = webhooks
        self.settings = settings
        self._client = httpx.AsyncClient(
            verify=ssl.create_default_context(),
            timeout=settings.delivery_seconds,
            limits=httpx.Limits(max_keepalive_connections=0),
            trust_env=False,
        )

    async def close(self) -> None:
        """Close the HTTP client."""
        await self._client.aclose()

    async def send(self, delivery: Delivery) -> None:
        """Send a delivery to its webhook, unless the webhook was deleted."""
        assert delivery.webhook_id is not None
        webhook = await self.webhooks.find(delivery.webhook_id)
        if webhook is None:
            return
        try:
            async with asyncio.timeout(self.settings.delivery_seconds):
                status = await self._send(webhook, delivery)
        except TimeoutError:
            raise DeliveryFailed(f"there was no answer within {self.settings.delivery_seconds:g} seconds") from None
        except httpx.HTTPError as problem:
            raise DeliveryFailed(f"there was no connection ({type(problem).__name__})") from None
        if not 200 <= status < 300:
            raise DeliveryFailed(f"the answer was {status}", final=status == GONE)

    async def _send(self, webhook: Webhook, delivery: Delivery) -> int:
        """Return the status of the response of the first address that can be reached."""
        url = httpx.URL(webhook.url)
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        addresses = await webhook_addresses.resolve(url.raw_host.decode(), port, self.settings.webhook_networks)
        if not addresses:
            raise DeliveryFailed("the name leads to no address that may be called")
        for address in addresses[:-1]:
            try:
                return await self._post(url, address, webhook, delivery)
            except httpx.ConnectError:
                continue
        return await self._post(url, addresses[-1], webhook, delivery)

    async def _post(self, url: httpx.URL, address: Address, webhook: Webhook, delivery: Delivery) -> int:
        body = delivery.body.encode()
        headers = {
            "Host": url.netloc.decode(),
            "Content-Type": "application/json",
            "User-Agent": f"Kontor/{kontor.__version__}",
            **signature_headers(webhook.secret, delivery.id, int(time.time()), body),
        }
        request = self._client.build_request(
            "POST",
            url.copy_with(host=str(address)),
            content=body,
            headers=headers,
            extensions={"sni_hostname": url.raw_host.decode()},
        )
        response = await self._client.send(request, stream=True)
        await response.aclose()
        return response.status_code
