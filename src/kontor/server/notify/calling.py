"""Calling: webhooks are called at an address that was looked up, judged, and then called as it was judged."""

from __future__ import annotations

import asyncio
import ssl
import time

import httpx

import kontor
from kontor.server.notify import addresses
from kontor.server.notify.addresses import Address
from kontor.server.notify.courier import NotTaken
from kontor.server.notify.signing import signed
from kontor.server.settings import Settings
from kontor.server.store.outbox import Delivery
from kontor.server.store.webhooks import Webhook, Webhooks

GONE = 410


class Calls:
    """Carries deliveries to webhooks.

    Connections are used once, since two names may share an address; no redirect is followed and no answer read.
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
        """Hang up."""
        await self._client.aclose()

    async def carry(self, delivery: Delivery) -> None:
        """Call a webhook; one that was dropped meanwhile needs no call."""
        assert delivery.webhook_id is not None
        webhook = await self.webhooks.find(delivery.webhook_id)
        if webhook is None:
            return
        try:
            async with asyncio.timeout(self.settings.delivery_seconds):
                status = await self._call(webhook, delivery)
        except TimeoutError:
            raise NotTaken(f"there was no answer within {self.settings.delivery_seconds:g} seconds") from None
        except httpx.HTTPError as problem:
            raise NotTaken(f"there was no connection ({type(problem).__name__})") from None
        if not 200 <= status < 300:
            raise NotTaken(f"the answer was {status}", final=status == GONE)

    async def _call(self, webhook: Webhook, delivery: Delivery) -> int:
        """The status of the answer, from the first address that can be reached."""
        url = httpx.URL(webhook.url)
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        there = await addresses.found(url.raw_host.decode(), port, self.settings.webhook_networks)
        if not there:
            raise NotTaken("the name leads to no address that may be called")
        for address in there[:-1]:
            try:
                return await self._post(url, address, webhook, delivery)
            except httpx.ConnectError:
                continue
        return await self._post(url, there[-1], webhook, delivery)

    async def _post(self, url: httpx.URL, address: Address, webhook: Webhook, delivery: Delivery) -> int:
        body = delivery.body.encode()
        headers = {
            "Host": url.netloc.decode(),
            "Content-Type": "application/json",
            "User-Agent": f"Kontor/{kontor.__version__}",
            **signed(webhook.secret, delivery.id, int(time.time()), body),
        }
        request = self._client.build_request(
            "POST",
            url.copy_with(host=str(address)),
            content=body,
            headers=headers,
            extensions={"sni_hostname": url.raw_host.decode()},
        )
        answer = await self._client.send(request, stream=True)
        await answer.aclose()
        return answer.status_code
