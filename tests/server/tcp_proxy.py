"""A wire to a database that can be cut, at once or at a word, and held so that nothing passes."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

CHUNK = 65_536


@dataclass(eq=False)
class Link:
    """One connection that goes through the wire."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter

    def cut(self) -> None:
        """Break it off."""
        for end in (self.near, self.far):
            end.transport.abort()


class TcpProxy:
    """Passes everything on between clients and one server."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._links: set[Link] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._word = b""
        self._arrives = False

    def cut_at(self, word: bytes, arrives: bool) -> None:
        """Break off the next connection that sends a word: after the word was answered, or before it arrives."""
        self._word, self._arrives = word, arrives

    @property
    def is_armed(self) -> bool:
        """Whether the word that cuts was not sent yet."""
        return bool(self._word)

    def hold(self) -> None:
        """Let nothing pass any more, as a network does that swallows everything."""
        self._flows.clear()

    def release(self) -> None:
        """Let everything pass again."""
        self._flows.set()

    def cut_all(self) -> None:
        """Break off every connection."""
        for link in list(self._links):
            link.cut()

    async def carry(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        """Carry one connection until either end is closed; while nobody is at the far end there is none."""
        try:
            answers, far = await asyncio.open_connection("127.0.0.1", self.target)
        except OSError:
            near.transport.abort()
            return
        link = Link(near, far)
        self._links.add(link)
        with contextlib.suppress(OSError):
            await asyncio.gather(self._ask(reader, link), self._answer(answers, link))
        self._links.discard(link)
        link.cut()

    async def _ask(self, reader: asyncio.StreamReader, link: Link) -> None:
        while sent := await self._next(reader):
            if self._word and self._word in sent:
                self._word = b""
                if self._arrives:
                    link.near.transport.abort()
                    link.far.write(sent)
                    await asyncio.sleep(0.1)
                break
            link.far.write(sent)
        link.cut()

    async def _answer(self, answers: asyncio.StreamReader, link: Link) -> None:
        while sent := await self._next(answers):
            link.near.write(sent)
        link.cut()

    async def _next(self, reader: asyncio.StreamReader) -> bytes:
        sent = await reader.read(CHUNK)
        await self._flows.wait()
        return sent


@asynccontextmanager
async def tcp_proxy(target: int) -> AsyncIterator[TcpProxy]:
    """A wire to a port of this machine."""
    proxy = TcpProxy(target)
    server = await asyncio.start_server(proxy.carry, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.release()
        proxy.cut_all()
