"""A client of the event stream of a table."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx

from tests.server.live_server import PATIENCE, Client


@dataclass(frozen=True)
class ServerEvent:
    """An event: its type, its id and its content."""

    type: str
    id: str
    data: Any


class EventStream:
    """An open stream that keeps everything it receives."""

    def __init__(self, response: httpx.Response) -> None:
        self.response = response
        self.received: list[ServerEvent] = []
        self.comments: list[str] = []
        self._lines = response.aiter_lines()

    async def receive(self, kind: str) -> ServerEvent:
        """Return the next event of a type."""
        async with asyncio.timeout(PATIENCE):
            while True:
                self.received.append(await self._next())
                if self.received[-1].type == kind:
                    return self.received[-1]

    async def receive_until(self, number: int) -> list[int]:
        """Receive up to an entry, and return the numbers of all entries."""
        while not (numbers := self.numbers()) or numbers[-1] < number:
            await self.receive("entries")
        return numbers

    async def comment(self) -> str:
        """Return the next comment."""
        async with asyncio.timeout(PATIENCE):
            while not self.comments:
                self._read(await anext(self._lines), {})
        return self.comments.pop()

    async def ends(self) -> bool:
        """Read until the server ends the stream."""
        async with asyncio.timeout(PATIENCE):
            async for _ in self._lines:
                pass
        return True

    def numbers(self) -> list[int]:
        """Return the numbers of all entries received so far."""
        return [
            entry["number"] for event in self.received if event.type == "entries" for entry in event.data["entries"]
        ]

    async def _next(self) -> ServerEvent:
        fields: dict[str, str] = {}
        while line := await anext(self._lines):
            self._read(line, fields)
        return (
            ServerEvent(fields["event"], fields.get("id", ""), json.loads(fields["data"]))
            if fields
            else await self._next()
        )

    def _read(self, line: str, fields: dict[str, str]) -> None:
        name, _, value = line.partition(": ")
        if name:
            fields[name] = value
        elif line:
            self.comments.append(value)


@asynccontextmanager
async def event_stream(
    client: Client, table: str, last: str | None = None, **query: Any
) -> AsyncIterator[EventStream]:
    """Open the event stream of a table, after the last event that is known."""
    headers = {} if last is None else {"Last-Event-ID": last}
    async with client.http.stream("GET", f"/api/tables/{table}/events", params=query, headers=headers) as response:
        assert response.status_code == 200, await response.aread()
        yield EventStream(response)
