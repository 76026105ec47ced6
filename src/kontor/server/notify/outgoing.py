"""Requests to URLs that strangers choose: resolves the host, checks its addresses, connects only to a checked one."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Mapping
from functools import cached_property

import httpx

import kontor
from kontor.server.errors import DeliveryFailed
from kontor.server.notify import webhook_addresses
from kontor.server.notify.webhook_addresses import Address
from kontor.server.settings import Settings


class OutgoingClient:
    """Sends requests to webhooks and push services.

    Connections are used once, since two names may share an address; no redirect is followed and no body is read.
    """

    def __init__(self, settings: Settings) -> None:
        self.settings = settings

    @cached_property
    def _client(self) -> httpx.AsyncClient:
        """The HTTP client, created at the first delivery because reading the certificates takes time."""
        return httpx.AsyncClient(
            verify=ssl.create_default_context(),
            timeout=self.settings.delivery_seconds,
            limits=httpx.Limits(max_keepalive_connections=0),
            trust_env=False,
        )

    async def close(self) -> None:
        """Close the HTTP client."""
        if "_client" in self.__dict__:
            await self._client.aclose()

    async def post(self, address: str, headers: Mapping[str, str], body: bytes) -> int:
        """Post a body to a URL, and return the status of the response, or raise DeliveryFailed without one."""
        try:
            async with asyncio.timeout(self.settings.delivery_seconds):
                return await self._post_to_first(httpx.URL(address), headers, body)
        except TimeoutError:
            raise DeliveryFailed(f"there was no answer within {self.settings.delivery_seconds:g} seconds") from None
        except httpx.HTTPError as problem:
            raise DeliveryFailed(f"there was no connection ({type(problem).__name__})") from None

    async def _post_to_first(self, url: httpx.URL, headers: Mapping[str, str], body: bytes) -> int:
        """Return the status of the response of the first address that can be reached."""
        port = url.port or {"http": 80, "https": 443}[url.scheme]
        addresses = await webhook_addresses.resolve(url.raw_host.decode(), port, self.settings.webhook_networks)
        if not addresses:
            raise DeliveryFailed("the name leads to no address that may be called")
        for address in addresses[:-1]:
            try:
                return await self._post(url, address, headers, body)
            except httpx.ConnectError:
                continue
        return await self._post(url, addresses[-1], headers, body)

    async def _post(self, url: httpx.URL, address: Address, headers: Mapping[str, str], body: bytes) -> int:
        request = self._client.build_request(
            "POST",
            url.copy_with(host=str(address)),
            content=body,
            headers={"Host": url.netloc.decode(), "User-Agent": f"Kontor/{kontor.__version__}", **headers},
            extensions={"sni_hostname": url.raw_host.decode()},
        )
        response = await self._client.send(request, stream=True)
        await response.aclose()
        return response.status_code
