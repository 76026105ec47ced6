"""A minimal HTTP client connection for load tests."""

from __future__ import annotations

import asyncio
import contextlib

import httptools
import orjson

TIMEOUT_SECONDS = 30.0


class HttpConnection(asyncio.Protocol):
    """A connection for requests, one at a time; it connects again after the server has closed it for being idle."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.cookie = ""
        self._body = bytearray()
        self._answer: asyncio.Future[tuple[int, bytes]] | None = None
        self._parser = httptools.HttpResponseParser(self)
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Store the transport."""
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        """Fail the pending request."""
        self._transport = None
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(ConnectionError("the server closed the connection"))

    def data_received(self, data: bytes) -> None:
        """Parse received data."""
        self._parser.feed_data(data)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Store the session cookie."""
        if name.lower() == b"set-cookie":
            self.cookie = value.decode().partition(";")[0]

    def on_body(self, body: bytes) -> None:
        """Store a part of the response."""
        self._body += body

    def on_message_complete(self) -> None:
        """Complete the pending request."""
        if self._answer is not None and not self._answer.done():
            self._answer.set_result((self._parser.get_status_code(), bytes(self._body)))

    async def send(self, method: str, path: str, content: object = None) -> tuple[int, bytes]:
        """Send a request, whose content may be JSON already, and return status and body.

        A server closes an idle connection at the moment at which a request is sent: it is then sent once more.
        """
        body = content if isinstance(content, bytes) else orjson.dumps(content)
        cookie = f"Cookie: {self.cookie}\r\n" if self.cookie else ""
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n{cookie}"
        request = f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body
        with contextlib.suppress(ConnectionError):
            return await self._exchange(request)
        return await self._exchange(request)

    async def _exchange(self, request: bytes) -> tuple[int, bytes]:
        loop = asyncio.get_running_loop()
        if self._transport is None or self._transport.is_closing():
            await loop.create_connection(lambda: self, "127.0.0.1", self.port)
        assert self._transport is not None
        self._parser = httptools.HttpResponseParser(self)
        self._body.clear()
        self._answer = loop.create_future()
        self._transport.write(request)
        async with asyncio.timeout(TIMEOUT_SECONDS):
            return await self._answer
