"""A TCP proxy to a database whose connections can be cut or blocked."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

CHUNK = 65_536


@dataclass(eq=False)
class Link:
    """One connection through the proxy."""

    near: asyncio.StreamWriter
    far: asyncio.StreamWriter

    def cut(self) -> None:
        """Abort it."""
        for end in (self.near, self.far):
            end.transport.abort()


class TcpProxy:
    """Forwards everything between clients and one server."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.port = 0
        self._links: set[Link] = set()
        self._flows = asyncio.Event()
        self._flows.set()
        self._word = b""
        self._arrives = False

    def cut_at(self, word: bytes, arrives: bool) -> None:
        """Abort the next connection that sends some bytes: after they were answered, or before they arrive."""
        self._word, self._arrives = word, arrives

    @property
    def is_armed(self) -> bool:
        """Whether the bytes that cut a connection were not sent yet."""
        return bool(self._word)

    def hold(self) -> None:
        """Forward nothing any more, without closing anything."""
        self._flows.clear()

    def release(self) -> None:
        """Forward everything again."""
        self._flows.set()

    def cut_all(self) -> None:
        """Abort every connection."""
        for link in list(self._links):
            link.cut()

    async def carry(self, reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        """Forward one connection until either end is closed."""
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
    """Run a proxy to a local port."""
    proxy = TcpProxy(target)
    server = await asyncio.start_server(proxy.carry, "127.0.0.1", 0)
    proxy.port = server.sockets[0].getsockname()[1]
    try:
        yield proxy
    finally:
        server.close()
        proxy.release()
        proxy.cut_all()
