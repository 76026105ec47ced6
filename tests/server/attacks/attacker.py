"""A guest with its own network address who sends many requests at once."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import httpx

OWN_ADDRESS = "127.0.0.3"
GIVE_UP_SECONDS = 120.0
JSON = {"Content-Type": "application/json"}


class Attacker:
    """Sends requests and counts the statuses of the responses."""

    def __init__(self, http: httpx.AsyncClient) -> None:
        self.http = http
        self.statuses = Counter[int]()

    async def send(self, method: str, path: str, content: bytes | None = None, **options: Any) -> httpx.Response:
        """Send a request and return any response."""
        response = await self.http.request(method, path, content=content, headers=JSON, **options)
        self.statuses[response.status_code] += 1
        return response

    async def ask(self, method: str, path: str, content: Any = None) -> Any:
        """Send a request again until the limits let it through, and return the content of the response."""
        while True:
            response = await self.http.request(method, path, json=content)
            self.statuses[response.status_code] += 1
            if response.status_code != httpx.codes.TOO_MANY_REQUESTS:
                return response.raise_for_status().json()
            await asyncio.sleep(float(response.headers["Retry-After"]))

    async def send_all(self, method: str, path: str, bodies: Iterable[bytes]) -> None:
        """Send a request with each of some bodies, all at once."""
        await asyncio.gather(*(self.send(method, path, body) for body in bodies))

    async def look_at_all(self, paths: Iterable[str]) -> None:
        """Get some paths, all at once."""
        await asyncio.gather(*(self.send("GET", path) for path in paths))


@asynccontextmanager
async def attacker(address: str) -> AsyncIterator[Attacker]:
    """Create a guest at another address than the bystander's."""
    limits = httpx.Limits(max_connections=100)
    transport = httpx.AsyncHTTPTransport(local_address=OWN_ADDRESS, limits=limits)
    async with httpx.AsyncClient(base_url=address, transport=transport, timeout=GIVE_UP_SECONDS) as http:
        made = Attacker(http)
        await made.ask("POST", "/api/session", {"name": "Attacker"})
        yield made
